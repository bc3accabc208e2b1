/** What is looked at: every page of the portal, on a telephone and a desk, in light and dark. */
import type { Page } from "playwright-core";
import { portalFiles } from "../contract/support/portal.ts";

export const PAGES = [...portalFiles]
  .filter(([, { mediaType }]) => mediaType.startsWith("text/html"))
  .map(([path]) => path);

export interface Screen {
  width: number;
  height: number;
  colorScheme: "light" | "dark";
}

const TELEPHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
export const SCREENS = [
  { ...TELEPHONE, colorScheme: "dark" },
  { ...TELEPHONE, colorScheme: "light" },
  { ...DESK, colorScheme: "dark" },
  { ...DESK, colorScheme: "light" },
] as const satisfies readonly Screen[];

export async function see(page: Page, { width, height, colorScheme }: Screen): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
}
