/** `storage`: how much room everything takes, and how the audit trail grows. */
import { measureStorage } from "../operator/storage.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { withStore } from "./with-store.ts";

const BYTES_PER_MB = 1e6;

function megabytes(bytes: number): string {
  return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
}

export const storage = defineCommand({
  name: "storage",
  summary: "the room that each part of the data directory takes, and audit rows by month",
  settings: STATE_SETTINGS,
  run({ settings, json }) {
    return withStore(settings, async (store) => {
      const report = await measureStorage(settings.dataDir, store);
      if (json) {
        printJson(report);
        return 0;
      }
      printTable(
        ["part", "size", "what"],
        report.parts.map(({ path, what, bytes }) => [path, megabytes(bytes), what]),
      );
      printLine(`${megabytes(report.free_bytes)} free`);
      printLine("");
      printTable(
        ["month", "rows", ""],
        report.months.map(({ month, rows, sealed }) => [
          month,
          String(rows),
          sealed ? "sealed" : "",
        ]),
      );
      if (report.bytes_per_row !== null)
        printLine(`one row takes about ${report.bytes_per_row} bytes`);
      return 0;
    });
  },
});
