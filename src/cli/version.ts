/** `version`: prints the version of phasewise. */
import { CONTRACT_VERSION } from "../contract/openapi/document.ts";
import { buildId, VERSION } from "../native/build-info.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine } from "./output.ts";

export const version = defineCommand({
  name: "version",
  summary: "prints the version and the build; --version does too",
  settings: [],
  run({ json }) {
    if (json)
      printJson({ version: VERSION, contract_version: CONTRACT_VERSION, build_id: buildId() });
    else printLine(`phasewise ${VERSION} (contract ${CONTRACT_VERSION}, build ${buildId()})`);
    return 0;
  },
});
