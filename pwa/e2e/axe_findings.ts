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

/** As `axeFindings`, and whether the screen is wider than the phone, with letters twice as large, too. */
export async function screenFindings(page: Page): Promise<string[]> {
  const found = await axeFindings(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [...found, ...wide ? ["wider than the screen"] : [], ...await largeFindings(page)];
}

/** What sticks out of the screen with letters twice as large. */
export async function largeFindings(page: Page): Promise<string[]> {
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  const found = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((one) =>
      one.getBoundingClientRect().right > innerWidth + 1
    );
    return [`wider than the screen with large letters: ${wide.at(-1)?.outerHTML.slice(0, 200)}`];
  });
  await page.evaluate(() => void (document.documentElement.style.fontSize = ""));
  return found;
}

/** Runs in the page: what is half faded in has no contrast yet. What turns for ever is not waited for. */
async function untilItStandsStill(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
