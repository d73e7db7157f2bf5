import { afterAll, beforeAll, expect, it } from "vitest";
import { VERSION } from "../contract/version.ts";
import { connect } from "../store/sql.ts";
import type { TestDatabase } from "../testing/database.ts";
import { freePort, startRefused, startTestServer } from "../testing/server.ts";
import { TEST_SECRET } from "../testing/store.ts";
import { createServiceDatabase } from "../testing/template.ts";
import { eventually } from "../testing/wait.ts";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createServiceDatabase(TEST_SECRET);
  dataDir = await Deno.makeTempDir({ prefix: "orin-roles-" });
});
afterAll(async () => {
  await database.drop();
  await Deno.remove(dataDir, { recursive: true });
});

it("a process that answers requests leaves jobs and followers to the one that works", async () => {
  const env = { DATABASE_URL: database.url, ORIN_SECRET: TEST_SECRET };
  const metricsPort = freePort();
  const as = (role: string) => startTestServer({ dataDir, env: { ...env, ORIN_ROLE: role } });
  const sql = connect(database.url, { name: "watcher", max: 1 });
  const isBehind = async () => {
    const rows = await sql`
      select from checkpoints join logs using (log) where position < last_position and log = 'social' limit 1`;
    return rows.length > 0;
  };
  const codes = async (): Promise<string[]> => {
    const mails: { code?: string }[] = await (await fetch(`${api.url}/dev/mail.json`)).json();
    return mails.flatMap(({ code }) => code ?? []);
  };
  await using api = await as("api");
  const person = { firstName: "Ada", lastName: "Obi", phone: "08031234567", address: "Lagos", role: "listener" };
  const login = { email: "ada@orin.example", password: "Orin-test-2026!" };
  const send = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${api.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  expect((await send("/api/auth/signup", { ...person, ...login })).status).toBe(201);
  expect(await isBehind()).toBe(true);
  expect(await codes()).toEqual([]);
  const ready = await fetch(`${api.url}/readyz`);
  expect(await ready.text()).toBe("ready");
  expect(ready.headers.get("x-orin-version")).toBe(VERSION);

  await using worker = await startTestServer({
    dataDir,
    env: { ...env, ORIN_ROLE: "worker", METRICS_PORT: String(metricsPort) },
  });
  await eventually("the worker to catch up", isBehind).toBe(false);
  await eventually("the mail with the code", codes).toHaveLength(1);
  const served = await fetch(`${worker.url}/api/v1/tracks`);
  expect(served.status).toBe(404);
  await served.body?.cancel();
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await metrics.text()).toMatch(/^orin_projection_lag\{/m);

  const [otp] = await codes();
  expect((await send("/api/auth/verify-otp", { email: login.email, otp })).status).toBe(200);
  expect((await send("/api/auth/login", login)).status).toBe(200);
  await sql.end();
});

it("a process with one role refuses a database of its own", async () => {
  const { code, output } = await startRefused({ dataDir, env: { ORIN_ROLE: "worker" } });
  expect(code).not.toBe(0);
  expect(output).toBe(
    "orin: DATABASE_URL is missing: ORIN_ROLE=worker shares a database with the other role\n",
  );
});
