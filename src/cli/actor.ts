/** The user who runs a command, for the ledger. */
import { userInfo } from "node:os";

/** The name comes from the environment and may be missing or wrong; the number is the system's. */
export function actor(): string {
  return `${userName()} (uid ${process.getuid?.() ?? "unknown"})`;
}

/** A container's user is often missing from the list of users. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unnamed";
  }
}
