import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureFirstAdmin } from "../accounts/account/make_admin.ts";
import { createApp } from "../app.ts";
import { openTestAccounts, type TestAccounts } from "../testing/accounts.ts";
import { peopleOf, TEST_PASSWORD } from "../testing/people.ts";

// Every call that names something in its path, as the app mounts them: a malformed id gets the same answer as an unknown one.

const NOBODY = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";
const NO_IDS = ["17", "no-id", `${NOBODY}0`, "%27%3B--", "..%2f"];
/** What all calls together want to be told. */
const BODY = {
  ...{ firstName: "Bola", lastName: "Ade", title: "Orin", name: "Orin", content: "Orin", message: "Orin" },
  ...{
    reason: "A good reason",
    otp: "12345",
    code: "123456",
    outcome: "paid",
    liked: true,
    durationPlayed: 1,
    action: "freeze",
    note: "A note",
    decision: "uphold",
    answer: "An answer",
    seen: 0,
    words: "Some good words",
    verdict: "uphold",
    basisPoints: 100,
    music: "stays",
  },
};
/** What some want to be told in another way, by the end of their path. */
const OTHERWISE: Readonly<Record<string, object>> = {
  "/role": { role: "support" },
  "/reversals": { ...BODY, reversalId: NOBODY },
  "proposals/:id/confirm": { shown: "a".repeat(64) },
  "/hide": { ...BODY, reason: "stolen" },
  "duplicates/:id/decisions": { ...BODY, decision: "refuse" },
};

function bodyOf(path: string): object {
  return Object.entries(OTHERWISE).find(([end]) => path.endsWith(end))?.[1] ?? BODY;
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string | undefined;
}

let world: TestAccounts;
let app: ReturnType<typeof createApp>;
const tokens: string[] = [];
let routes: { method: string; path: string }[];
beforeAll(async () => {
  world = await openTestAccounts();
  const boss = { email: "boss@orin.example", password: TEST_PASSWORD };
  await ensureFirstAdmin(world.deps, boss);
  const { body } = await world.call("POST", "/api/v1/admin/login", { body: boss });
  tokens.push(String(body.token), (await peopleOf(world).member({ role: "creator" })).token);
  app = createApp(world.deps, { isReady: () => true, pagesDirectory: "" });
  const named = app.routes.filter(({ method, path }) =>
    method !== "ALL" && path.startsWith("/api/") && /:\w*id\b/i.test(path)
  );
  routes = [...new Map(named.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()];
});
afterAll(() => world[Symbol.asyncDispose]());

async function ask({ method, path }: { method: string; path: string }, id: string, token: string): Promise<Answer> {
  const filled = path.replace(":hash", "a".repeat(64)).replaceAll(/:(entityType|kind)/g, "artist").replaceAll(
    /:\w+/g,
    id,
  );
  const headers = new Headers({ authorization: `Bearer ${token}`, "content-type": "application/json" });
  const body = method === "GET" ? {} : { body: JSON.stringify(bodyOf(path)) };
  const response = await app.request(filled, { method, headers, ...body });
  const [, code] = /"code":"(\w+)"/.exec(await response.clone().text()) ?? [];
  const [, text] = /"error":"([^"]+)"/.exec(await response.text()) ?? [];
  return { status: response.status, code, text };
}

it("what is no id is answered as an id that nobody has: where that is 404, with the call's own text", async () => {
  const differing: string[] = [];
  const unknown: string[] = [];
  for (const route of routes) {
    const answers = await Promise.all(tokens.map((token) => ask(route, NOBODY, token)));
    const asked = answers.findIndex(({ status }) => status === 404);
    const name = `${route.method} ${route.path}`;
    if (asked === -1) continue;
    unknown.push(name);
    for (const id of NO_IDS) {
      const answer = await ask(route, id, tokens[asked] ?? "");
      if (JSON.stringify(answer) !== JSON.stringify(answers[asked])) {
        differing.push(`${name} of ${id}: ${JSON.stringify({ answer, instead: answers[asked] })}`);
      }
    }
  }
  expect(differing).toEqual([]);
  const admins = routes.filter(({ path }) => /payment|admin/.test(path)).map(({ method, path }) => `${method} ${path}`);
  expect(unknown).toEqual(expect.arrayContaining(admins));
  expect(admins.length).toBeGreaterThan(15);
});
