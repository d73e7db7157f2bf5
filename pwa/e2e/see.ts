import type { Locator, Page } from "playwright-core";
import { textPattern } from "../../backend/tools/documented/rows.ts";
import { untilDrawn } from "../../backend/testing/browser.ts";
import { untilNone } from "../../backend/testing/wait.ts";
import { isSeen } from "./is_seen.ts";

/** The sizes that every documented thing is seen at. */
export const SIZES = [{ width: 1280, height: 800 }, { width: 360, height: 740 }] as const;

/** What another press brings on a phone than on a desktop. */
interface Opened {
  readonly where: Page | Locator;
  onPhone(): Promise<void>;
}

/**
 * A documented section's texts are seen at both sizes, each as its row has it. The check of the rows reads the section
 * and the list from the test, so both are written out there.
 */
export async function seeTexts(
  place: Page | Locator | Opened,
  section: string,
  texts: readonly string[],
): Promise<void> {
  const { where, onPhone } = "where" in place ? place : { where: place };
  await seeAll(pageOf(where), texts.map((text) => [text, locatorOf(where, text)]), { section, onPhone });
}

/** The same of something that is no text: what the row calls it, and where it is. */
export async function seeThat(section: string, what: string, where: Locator): Promise<void> {
  await seeAll(where.page(), [[what, where]], { section });
}

/** The first heading of each address is seen. */
export async function seeScreens(page: Page, section: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await seeAll(page, [[path, page.getByRole("heading", { level: 1 })]], { section });
  }
}

/** Changes the size, and lets the screen be drawn in it: what hangs on the size without CSS comes with a frame. */
export async function changeSize(page: Page, size: typeof SIZES[number]): Promise<void> {
  await page.setViewportSize(size);
  await untilDrawn(page);
}

type Things = readonly (readonly [string, Locator])[];

interface Look {
  section: string;
  onPhone?: Opened["onPhone"] | undefined;
}

async function seeAll(page: Page, things: Things, { section, onPhone }: Look): Promise<void> {
  // Nothing is seen for the mouse's sake.
  await page.mouse.move(0, 0);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    if (size === SIZES[1]) await onPhone?.();
    const missing = await untilNone(() => unseen(things));
    if (missing.length === 0) continue;
    const said = (await page.locator("body").innerText()).slice(0, 2_000);
    throw new Error(`${section} at ${size.width}x${size.height}, ${page.url()}:\n${missing.join("\n")}\n\n${said}`);
  }
  await page.setViewportSize(SIZES[0]);
}

/** What is not seen, with the reason. */
async function unseen(things: Things): Promise<string[]> {
  const missing: string[] = [];
  for (const [what, where] of things) {
    const said = await isSeen(where);
    if (said !== true) missing.push(`"${what}" ${said}`);
  }
  return missing;
}

/** A text, or a field that says it while it is empty: a part of longer ones, never of a longer word. */
function locatorOf(where: Page | Locator, text: string): Locator {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${textPattern(text).source}(?![\\p{L}\\p{N}])`, "u");
  return where.getByText(pattern).or(where.getByPlaceholder(pattern));
}

function pageOf(where: Page | Locator): Page {
  return "page" in where ? where.page() : where;
}
