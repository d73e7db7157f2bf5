import type { BrowserContext, Page } from "playwright-core";
import { untilAnswered } from "../../backend/testing/browser.ts";
import type { TestPerson } from "../../backend/testing/people_fixtures.ts";
import type { TestListeners } from "../../backend/testing/listeners.ts";

/** Everything that page loads of this context find in local storage: a log-in. */
export async function keepLoggedIn(context: BrowserContext, test: TestListeners, person: TestPerson): Promise<void> {
  await context.addInitScript(keepSession, await sessionOf(test, person));
}

/** What a log-in keeps in local storage. */
export async function sessionOf({ world }: Pick<TestListeners, "world">, { userId, token }: TestPerson) {
  const { token: reportToken } = await world.deps.tokens.signReport(userId);
  const details = { userId, role: "listener", reportToken, expiresAt: "", remember: true };
  return { token, userId, "orin.session": JSON.stringify(details) };
}

/** Waits until the worker controls the page, so that it opens without a network. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Waits until the device has all answers of a page's screen: without a network it shows them. */
export async function untilKept(page: Page): Promise<void> {
  await untilAnswered(page);
  await page.evaluate(readKept);
}

/**
 * Runs in the page: answers are written a second after they came, so a timer of the same length ends after theirs, and a
 * read that is asked for then comes after what they write.
 */
async function readKept(): Promise<void> {
  await new Promise((over) => setTimeout(over, 1_000));
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const opening = indexedDB.open("orin-queries");
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
  await new Promise((done, fail) => {
    const reading = database.transaction("snapshots").objectStore("snapshots").count();
    reading.onsuccess = done;
    reading.onerror = fail;
  });
  database.close();
}

/** Runs in the page, before its scripts; a session of another user that is there already stays. */
function keepSession(items: Record<string, string>): void {
  if (localStorage.getItem("token") !== null) return;
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
}
