import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe finds on the screen once it stands still, one line a rule; nothing else is asked of axe: that is quicker. */
export async function axeFindings(page: Page): Promise<string[]> {
  // A network that is idle for a moment has not always brought the screen.
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.evaluate(untilItStandsStill);
  // No screen has a frame of another origin, so axe runs in the page itself and not in a second one.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(", ")}`
  );
}

/** As `axeFindings`, and whether the screen is wider than the phone. */
export async function screenFindings(page: Page): Promise<string[]> {
  const found = await axeFindings(page);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return isWide ? [...found, "wider than the screen"] : found;
}

/** Runs in the page: what is half faded in has no contrast yet. What turns for ever is not waited for. */
async function untilItStandsStill(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
