/** A logger whose lines a test can wait for. */
import pino from "pino";

export function createLogger() {
  const waiting: { message: string; resolve(line: object): void }[] = [];
  const seen: { msg: string }[] = [];
  const logger = pino(
    { level: "trace" },
    {
      write(text: string) {
        const line = JSON.parse(text) as { msg: string };
        seen.push(line);
        for (const each of waiting) if (each.message === line.msg) each.resolve(line);
      },
    },
  );
  const waitFor = (message: string): Promise<object> =>
    new Promise((resolve) => {
      const found = seen.find(({ msg }) => msg === message);
      if (found === undefined) waiting.push({ message, resolve });
      else resolve(found);
    });
  return { logger, waitFor };
}
