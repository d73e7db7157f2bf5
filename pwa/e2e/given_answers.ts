import type { Page, Route } from "playwright-core";

/** What becomes of a call: nothing comes back, or not yet, or a refusal without a word, or another answer. */
type Fate = "no answer" | "never" | "no words" | { status?: number; json: unknown };

/** From now on this happens to a call of the page, "POST /api/auth/login"; `*` matches a part of the path. */
export async function letCall(page: Page, call: string, fate: Fate): Promise<void> {
  await atCall(page, call, async (route) => {
    if (fate === "never") return;
    if (fate === "no answer") await route.abort();
    else if (fate === "no words") await route.fulfill({ status: 500, body: "" });
    else await route.fulfill(fate);
  });
}

/** The service answers a call, and the page gets the answer as `change` makes it. */
// deno-lint-ignore no-explicit-any
export async function changeAnswer(page: Page, call: string, change: (answer: any) => unknown): Promise<void> {
  await atCall(page, call, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Calls go to the service again. */
export async function letAllCalls(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

async function atCall(page: Page, call: string, answer: (route: Route) => Promise<void>): Promise<void> {
  const [method = "", path = ""] = call.split(" ");
  const pattern = new RegExp(`^${path.split("*").join("[^/]+")}$`);
  await page.route(
    (url) => pattern.test(url.pathname),
    (route) => route.request().method() === method ? answer(route) : route.fallback(),
  );
}
