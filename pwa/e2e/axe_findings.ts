import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { untilNone } from "../../backend/testing/wait.ts";

/** What hangs on the theme: all else is the same in dark and in light. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];
/** In place of axe's own half megabyte where the page has it already: a script that does nothing. */
const IS_THERE = "0";

/**
 * What axe finds on the screen once it no longer moves, one line a rule; nothing else is asked of axe: that is quicker.
 */
export function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  return untilNone(() => findOnce(page, rules));
}

/** What axe finds in the colors of the dark; the screen, which was looked at in light, is light again after it. */
export async function darkFindings(page: Page): Promise<string[]> {
  await setTheme(page, "dark");
  const found = (await axeFindings(page, OF_COLORS)).map((one) => `in dark: ${one}`);
  await setTheme(page, "light");
  return found;
}

async function findOnce(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Rows out of sight keep the colors that they were drawn in, until they are scrolled into view.
  await page.evaluate(() => {
    const drawn = new CSSStyleSheet();
    drawn.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [drawn];
  });
  await page.evaluate(untilItStandsStill);
  const isThere = await page.evaluate(() => "axe" in globalThis);
  // No screen has a frame of another origin, so axe runs in the page itself and not in a second one.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: IS_THERE }) }).setLegacyMode().options({
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule" as const, values: [...rules] } }),
  });
  const { violations } = await axe.analyze();
  await page.evaluate(() => void (document.adoptedStyleSheets = []));
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(", ")}`
  );
}

/** As `axeFindings`, and whether the screen is wider than the phone, with letters twice as large, too. */
export async function screenFindings(page: Page): Promise<string[]> {
  return [...await axeFindings(page), ...await layoutFindings(page)];
}

/** As `screenFindings`, with what axe finds in dark and in light: the layout does not hang on the colors. */
export async function findingsInBothLights(page: Page): Promise<string[]> {
  await setTheme(page, "light");
  return [...await axeFindings(page), ...await darkFindings(page), ...await layoutFindings(page)];
}

async function setTheme(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
}

async function layoutFindings(page: Page): Promise<string[]> {
  const wide = await untilNone(async () => {
    return await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      ? ["wider than the screen"]
      : [];
  });
  return [...wide, ...await largeFindings(page)];
}

/** What sticks out of the screen, and what of the dialog or the player's bar cannot be read or pressed, with letters twice as large. */
export async function largeFindings(page: Page): Promise<string[]> {
  // The letters that stand in until the font is there are wider.
  await page.evaluate(async () => void await document.fonts.ready);
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  // What is elsewhere with large letters moves there with a later frame.
  const found = await untilNone(
    async () => [...await page.evaluate(wider), ...await page.evaluate(cutOff)],
  );
  await page.evaluate(() => void (document.documentElement.style.fontSize = ""));
  return found;
}

/** Runs in the page. */
function wider(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const wide = [...document.querySelectorAll("body *")].filter((one) =>
    one.getBoundingClientRect().right > innerWidth + 1
  );
  return [`wider than the screen with large letters: ${wide.at(-1)?.outerHTML.slice(0, 200)}`];
}

/**
 * Runs in the page: what lies over it has an overflow of its own, so nothing makes the page wider. Each control must be
 * within the screen once it is scrolled to, and be what a finger meets there; each text, and the heading of the screen,
 * must have room for some letters.
 */
function cutOff(): string[] {
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const over = dialogs.length > 0 ? dialogs.slice(-1) : [...document.querySelectorAll("section[aria-label=Player]")];
  const found: string[] = [];
  const isShown = (one: Element) =>
    one.checkVisibility() && one.clientWidth !== 1 && !one.closest("[aria-hidden=true]");
  const within = ({ left, right, top, bottom }: DOMRect) =>
    left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
  const headings = [...document.querySelectorAll("h1, h1 *")];
  for (const one of [...over.flatMap((root) => [...root.querySelectorAll("*")]), ...headings].filter(isShown)) {
    const name = `${one.getAttribute("aria-label") ?? one.textContent} (${one.tagName.toLowerCase()})`;
    if (one.matches("button:enabled, a[href], input:enabled")) {
      one.scrollIntoView({ block: "center", behavior: "instant" });
      const box = one.getBoundingClientRect();
      const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!within(box)) found.push(`cut off with large letters: ${name}`);
      else if (!met || !one.contains(met)) {
        found.push(`covered with large letters: ${name} by ${met?.outerHTML.slice(0, 120)}`);
      }
    }
    const text = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!text) continue;
    const { width } = one.getBoundingClientRect();
    const room = Math.min(one.clientWidth || width, width) / parseFloat(getComputedStyle(one).fontSize);
    const letters = text.textContent?.trim().length ?? 0;
    if (room < Math.min(4, letters / 4)) found.push(`no room with large letters: ${name}`);
  }
  return found;
}

/**
 * Runs in the page: what is half faded in has no contrast yet, and a change of the theme is drawn with the next frame.
 * What turns for ever is not waited for, nor what is given no frame.
 */
async function untilItStandsStill(): Promise<void> {
  const late = () => new Promise((resolve) => setTimeout(resolve, 2_000));
  await Promise.race([late(), new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))]);
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.race([late(), Promise.allSettled(ending.map(({ finished }) => finished))]);
}
