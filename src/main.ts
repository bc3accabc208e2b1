/** The table of contents of the program: each command is one file in `cli/`. */
import { auditExport, auditList, auditVerify } from "./cli/audit.ts";
import { auditCheckpoint } from "./cli/audit-checkpoint.ts";
import { auditErase } from "./cli/audit-erase.ts";
import { auditReplay } from "./cli/audit-replay.ts";
import { auditSeal } from "./cli/audit-seal.ts";
import { backupCommand, restoreCommand } from "./cli/backup.ts";
import type { Command } from "./cli/command.ts";
import { completionsOf } from "./cli/completions.ts";
import { consentActivate, consentProvision, consentRevoke, consentShow } from "./cli/consent.ts";
import { consoleLogin } from "./cli/console-login.ts";
import { corpusStatus, corpusVerify } from "./cli/corpus.ts";
import { corpusExport } from "./cli/corpus-bundle.ts";
import { corpusImport } from "./cli/corpus-import.ts";
import { corpusPublish } from "./cli/corpus-publish.ts";
import { corpusRefresh } from "./cli/corpus-refresh.ts";
import { corpusSearch } from "./cli/corpus-search.ts";
import { corpusDiff, corpusRollback } from "./cli/corpus-versions.ts";
import { demo } from "./cli/demo.ts";
import { doctor } from "./cli/doctor.ts";
import { evalRetrieval } from "./cli/eval.ts";
import { evalAnswers } from "./cli/eval-answers.ts";
import { evalRecommendations } from "./cli/eval-recommendations.ts";
import { health } from "./cli/health.ts";
import { keysIssue, keysList, keysRevoke, keysRotate } from "./cli/keys.ts";
import { licenses } from "./cli/licenses.ts";
import { manOf } from "./cli/man.ts";
import { mcp } from "./cli/mcp.ts";
import { modelsList, modelsVerify } from "./cli/models.ts";
import { modelsUse } from "./cli/models-use.ts";
import { openapi } from "./cli/openapi.ts";
import { runProgram } from "./cli/run.ts";
import { serve } from "./cli/serve.ts";
import { stateCopy } from "./cli/state-copy.ts";
import { storage } from "./cli/storage.ts";
import { version } from "./cli/version.ts";
import { endProcess } from "./native/process-end.ts";

export const COMMANDS: readonly Command[] = [
  serve,
  mcp,
  demo,
  keysIssue,
  keysList,
  keysRevoke,
  keysRotate,
  consentShow,
  consentProvision,
  consentActivate,
  consentRevoke,
  consoleLogin,
  auditList,
  auditExport,
  auditVerify,
  auditReplay,
  auditErase,
  auditSeal,
  auditCheckpoint,
  backupCommand,
  restoreCommand,
  corpusStatus,
  corpusSearch,
  corpusVerify,
  corpusRefresh,
  corpusImport,
  corpusExport,
  corpusPublish,
  corpusDiff,
  corpusRollback,
  evalRetrieval,
  evalAnswers,
  evalRecommendations,
  modelsList,
  modelsVerify,
  modelsUse,
  openapi,
  stateCopy,
  storage,
  doctor,
  health,
  version,
  licenses,
  completionsOf(() => COMMANDS),
  manOf(() => COMMANDS),
];

/** In a checkout, whatever still runs after the work may keep the process this long. */
const LINGER_MS = 1_000;

if (import.meta.main) {
  const code = await runProgram(COMMANDS, process.argv.slice(2));
  if (Bun.isStandaloneExecutable) endProcess(code);
  // A checkout has no temporary folder below the data directory, so LanceDB must remove its own.
  process.exitCode = code;
  setTimeout(() => endProcess(code), LINGER_MS).unref();
}
