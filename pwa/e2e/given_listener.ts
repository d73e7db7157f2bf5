import type { BrowserContext, Page } from "playwright-core";
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

/** Runs in the page, before its scripts; a session of another user that is there already stays. */
function keepSession(items: Record<string, string>): void {
  if (localStorage.getItem("token") !== null) return;
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
}
