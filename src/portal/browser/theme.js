// Runs before the first paint, so that no page flashes in the other theme.
(() => {
  const root = document.documentElement;
  root.classList.add("script");
  try {
    const chosen = localStorage.getItem("phasewise-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch {
    // A browser without storage follows the system.
  }
})();
