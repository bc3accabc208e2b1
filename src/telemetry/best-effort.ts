/**
 * Reports about an answer (log, metrics). A report may fail, but the answer must still be
 * delivered, because it may already be recorded.
 */
export function bestEffort(report: () => void): void {
  try {
    report();
  } catch {
    // The logger itself failed, so there is nowhere to report it.
  }
}
