/** Who runs a command, for the ledger. */
import { userInfo } from "node:os";

/** The name comes from the environment and may be missing or wrong; the number is the system's. */
export function actor(): string {
  return `${userInfo().username} (uid ${process.getuid?.() ?? "unknown"})`;
}
