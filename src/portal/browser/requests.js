const MS_PER_DAY = 86_400_000;
const DAY = /\d{4}-\d{2}-\d{2}/g;
const YEAR_MONTH_DAY = /("year":\s*)(\d{4})(,\s*"month":\s*)(\d{1,2})(,\s*"day":\s*)(\d{1,2})/g;
/** Times since 1970 of this century: ten digits are seconds, thirteen are milliseconds. */
const EPOCH = /(?<![\d.])(1[5-9]\d{8})(\d{3})?(?![\d.])/g;
const REQUEST_ID = /("request_id":\s*)"[^"]*"/;

/** Puts the address of this page and the last days into what readers copy. */
export function freshenRequests() {
  // A proxy that ends TLS tells the service another address than the browser's.
  const { origin } = document.documentElement.dataset;
  for (const code of document.querySelectorAll("figure.code code")) {
    const text = code.textContent ?? "";
    const isRequest = code.closest("[data-request]") !== null;
    const fresh = isRequest ? freshBody(text) : text;
    code.textContent = origin ? fresh.replaceAll(origin, location.origin) : fresh;
  }
}

/**
 * The body with an id of its own, and moved by whole days so that its newest day is yesterday.
 * @param {string} text
 */
export function freshBody(text) {
  return withNewId(moved(text));
}

/** @param {string} text */
export function withNewId(text) {
  return text.replace(REQUEST_ID, `$1"${randomUuid()}"`);
}

/** @param {string} text */
function moved(text) {
  const days = [...text.matchAll(DAY)].map(([day]) => Date.parse(day)).filter(Number.isFinite);
  if (days.length === 0) return text;
  const yesterday = Math.floor(Date.now() / MS_PER_DAY - 1) * MS_PER_DAY;
  const shift = yesterday - Math.max(...days);
  const later = (/** @type {string} */ day) =>
    new Date(Date.parse(day) + shift).toISOString().slice(0, 10);
  return text
    .replace(DAY, later)
    .replace(YEAR_MONTH_DAY, (_, year, y, month, m, day, d) => {
      const date = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)) + shift);
      return (
        year + date.getUTCFullYear() + month + (date.getUTCMonth() + 1) + day + date.getUTCDate()
      );
    })
    .replace(EPOCH, (whole, _, milliseconds) =>
      String(Number(whole) + (milliseconds === undefined ? shift / 1000 : shift)),
    );
}

/** A UUID of version 4, also on pages that are not secure. */
function randomUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
