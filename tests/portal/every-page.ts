/**
 * Looks at every page of the portal on every screen with axe, and ends with 1 where it finds
 * something serious or critical. It takes minutes, so the gate has one page of each kind.
 *
 *     bun tests/portal/every-page.ts
 */
import { testService } from "../contract/support/service.ts";
import { graveFindings, openBrowser, visit } from "../support/browser.ts";
import { PAGES, SCREENS, see } from "./screens.ts";

const service = await testService();
const browser = await openBrowser();
const { page, complaints, foreign } = await visit(browser, service.url);
const faults: string[] = [];
for (const path of PAGES) {
  await page.goto(path);
  for (const screen of SCREENS) {
    await see(page, screen);
    const found = await graveFindings(page);
    faults.push(...found.map((fault) => `${path} ${screen.width} ${screen.colorScheme} ${fault}`));
  }
  process.stdout.write(`${path}\n`);
}
faults.push(...complaints, ...foreign);
await browser.close();
await service.stop();
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${PAGES.length} pages, ${SCREENS.length} screens, ${faults.length} faults\n`);
process.exit(faults.length === 0 ? 0 : 1);
