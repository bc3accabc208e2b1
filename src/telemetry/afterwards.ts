/**
 * Runs what is only told about an answer: it may fail, and the answer, which may be recorded
 * already, must be delivered all the same.
 */
export function afterwards(tell: () => void): void {
  try {
    tell();
  } catch {
    // The logger failed: there is nobody left to tell.
  }
}
