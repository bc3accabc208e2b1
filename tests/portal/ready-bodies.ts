/** The portal's own script that makes a body one of today. */
import { join } from "node:path";

const SCRIPT = join(import.meta.dir, "../../src/portal/browser/requests.js");

// Named by a variable, because the program imports the file as text.
export const { freshBody } = (await import(SCRIPT)) as { freshBody(text: string): string };
