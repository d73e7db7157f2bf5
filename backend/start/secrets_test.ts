import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyBundle } from "../../tools/verify_bundle.mjs";
import { newId } from "../contract/ids.ts";
import { Keyring } from "../store/personal/keyring.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import { connect, type Sql } from "../store/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { TEST_PERSON } from "../testing/people.ts";
import { startRefused, startTestServer, type TestServer } from "../testing/server.ts";
import { eventually } from "../testing/wait.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const OLD = "the old secret of thirty-two characters";
const NEWER = "the new secret of thirty-two characters";
const ADMIN = { ADMIN_EMAIL: "boss@orin.example", ADMIN_PASSWORD: "Ìlú-àyàn-2026!" };

let dataDir: string;
let database: TestDatabase;
let owner: Sql;
beforeEach(async () => {
  dataDir = await Deno.makeTempDir({ prefix: "orin-secrets-" });
  database = await createTestDatabase();
  owner = connect(database.url, { max: 1 });
});
afterEach(async () => {
  await owner.end();
  await database.drop();
  await Deno.remove(dataDir, { recursive: true });
});

const startWith = (env: Record<string, string>) =>
  startTestServer({ dataDir, env: { DATABASE_URL: database.url, ...env } });
const refusedWith = (env: Record<string, string>) =>
  startRefused({ dataDir, env: { DATABASE_URL: database.url, ...env } });

describe("a start with another secret", () => {
  it("ends with one line and changes nothing, neither in the database nor for a process with the right one", async () => {
    await using server = await startWith({ ORIN_SECRET: OLD });
    await signUp(server, "ada@orin.example");
    await server.end("SIGTERM");
    const before = await contents();
    const { code, output } = await refusedWith({ ORIN_SECRET: NEWER, ...ADMIN });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^orin: the secret does not.+\n$/) });
    expect(output).not.toContain(NEWER);
    expect(await contents()).toEqual(before);
    await using again = await startWith({ ORIN_SECRET: OLD });
    expect((await refusedWith({ ORIN_SECRET: NEWER, ...ADMIN })).code).toBe(1);
    expect((await logIn(again, "ada@orin.example")).body.code).toBe("email_unverified");
  });

  it("is refused by a database of before there were rings, too, which its own secret opens", async () => {
    await using server = await startWith({ ORIN_SECRET: OLD, ...ADMIN });
    await server.end("SIGTERM");
    await owner`drop table installation_keys, audit_keys`;
    await owner`alter table person_keys drop column kid`;
    await owner`delete from settings where key = 'first_secret'`;
    await owner`delete from schema_migrations where name = '0024_keys.sql'`;
    const before = await contents();
    expect((await refusedWith({ ORIN_SECRET: NEWER })).output).toMatch(/^orin: the secret does not.+\n$/);
    expect(await contents()).toEqual(before);
    await using again = await startWith({ ORIN_SECRETS: `${NEWER},${OLD}` });
    expect((await adminLogIn(again)).status).toBe(200);
    expect(await rolePassword()).toEqual(before.get("the role's password"));
  });
});

describe("a change of the secret", () => {
  it("ends no session, while one process still signs with the old one and another with the new one", async () => {
    await using old = await startWith({ ORIN_SECRETS: `${OLD},${NEWER}`, ...ADMIN });
    await using newer = await startWith({ ORIN_SECRETS: `${NEWER},${OLD}` });
    const [boss, bossToo] = [await adminLogIn(old), await adminLogIn(newer)];
    for (const server of [old, newer]) {
      for (const { body: { token } } of [boss, bossToo]) expect((await takeBundle(server, token)).status).toBe(200);
    }
    await signUp(old, "ada@orin.example");
    await signUp(newer, "obi@orin.example");
    for (const email of ["ada@orin.example", "obi@orin.example"]) {
      for (const server of [old, newer]) expect((await logIn(server, email)).body.code).toBe("email_unverified");
    }
    const { code, output } = await refusedWith({ ORIN_SECRET: OLD });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^orin: ORIN_SECRETS lacks.+\n$/) });
    expect((await adminLogIn(old)).status).toBe(200);
  });

  it("is done after a rewrap, which continues when it was killed; bundles of before still hold", async () => {
    const before = await startWith({ ORIN_SECRET: OLD, ...ADMIN });
    const { body: { token } } = await adminLogIn(before);
    const { body: bundle } = await takeBundle(before, token);
    await before.end("SIGTERM");
    await addPeople(3_000);
    await using during = await startWith({ ORIN_SECRETS: `${NEWER},${OLD}` });
    expect(during.output()).toMatch(/Rows still need the secret \w{16}: run "deno task orin rewrap"/);
    expect((await takeBundle(during, token)).status).toBe(200);
    const { body: { token: newToken } } = await adminLogIn(during);

    expect(await rewrap({ ORIN_SECRET: NEWER })).toEqual({
      code: 1,
      text: expect.stringMatching(/^orin: the secret does not.+\n$/),
    });
    await killedRewrap();
    const wrapped = Number((await owner`select count(*)::int as n from person_keys where kid = ${kidOf(NEWER)}`)[0]?.n);
    expect(wrapped).toBeGreaterThan(0);
    expect(wrapped).toBeLessThan(3_000);
    expect((await rewrap({ ORIN_SECRETS: `${NEWER},${OLD}` })).text).toMatch(/No row needs an older secret\n$/);
    expect(await owner`select from person_keys where kid is distinct from ${kidOf(NEWER)}`).toHaveLength(0);
    await during.end("SIGTERM");

    await using after = await startWith({ ORIN_SECRET: NEWER });
    expect((await takeBundle(after, token)).status).toBe(401);
    expect((await takeBundle(after, newToken)).status).toBe(200);
    expect((await adminLogIn(after)).status).toBe(200);
    const { publicKey, others } = await (await fetch(`${after.url}/.well-known/orin-audit-key`)).json();
    expect(verifyBundle(bundle, { key: publicKey }).problems.join()).toMatch(/not with the one you trust/);
    const published = [publicKey, ...others.map((other: { publicKey: string }) => other.publicKey)];
    expect(verifyBundle(bundle, { key: published }).problems).toEqual([]);
    expect(bundle.signature.kid).toBe(kidOf(OLD));
    expect((await refusedWith({ ORIN_SECRET: OLD })).output).toMatch(/^orin: the secret does not.+\n$/);
  });
});

const kidOf = (secret: string) => new Keyring([secret]).newest.kid;

async function post(server: TestServer, path: string, body: object, token?: string) {
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

const signUp = (server: TestServer, email: string) =>
  post(server, "/api/auth/signup", { ...TEST_PERSON, email, role: "listener" });
const logIn = (server: TestServer, email: string) =>
  post(server, "/api/auth/login", { email, password: TEST_PERSON.password });
const adminLogIn = (server: TestServer) =>
  post(server, "/api/v1/admin/login", { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
const takeBundle = (server: TestServer, token: string) =>
  post(server, "/api/v1/admin/audit/export", { format: "bundle", type: "PolicyChanged" }, token);

/** A digest of every table, and the password of the service's role. */
async function contents(): Promise<Map<string, unknown>> {
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'projected') order by 1`;
  const found = new Map<string, unknown>([["the role's password", await rolePassword()]]);
  for (const { name } of tables) {
    const [row] = await owner.unsafe(
      `select count(*)::int as rows, md5(string_agg(one::text, ' ' order by one::text)) as digest from ${name} as one`,
    );
    found.set(name, row);
  }
  return found;
}

async function rolePassword(): Promise<unknown> {
  const role = `${new URL(database.url).pathname.slice(1)}_service`;
  return (await owner`select rolpassword from pg_authid where rolname = ${role}`)[0]?.rolpassword;
}

/** People's keys as the old secret makes them. */
async function addPeople(count: number): Promise<void> {
  const personal = new PersonalData(new Keyring([OLD]));
  for (let made = 0; made < count; made++) await personal.keyOf(owner, newId());
}

function runRewrap(env: Record<string, string>): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "backend/tools/orin/main.ts", "rewrap"],
    env: { DATABASE_URL: database.url, ORIN_DATA_DIR: dataDir, ...env },
    ...{ cwd: ROOT, stdout: "piped", stderr: "piped" },
  }).spawn();
}

async function rewrap(env: Record<string, string>): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await runRewrap(env).output();
  return { code, text: [stderr, stdout].map((bytes) => new TextDecoder().decode(bytes)).join("") };
}

/** A rewrap that meets a locked row half-way, and is killed there. */
async function killedRewrap(): Promise<void> {
  const blocker = connect(database.url, { max: 1 });
  const [release, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const blocking = blocker.begin(async (tx) => {
    // In two steps: with `offset`, `for update` would lock the rows before it as well.
    const [row] = await tx`select person_id from person_keys order by person_id, purpose offset 1500 limit 1`;
    await tx`select from person_keys where person_id = ${row?.personId} for update`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const child = runRewrap({ ORIN_SECRETS: `${NEWER},${OLD}` });
  const waits = () =>
    owner`select from pg_stat_activity
      where datname = current_database() and application_name = 'orin tool' and wait_event_type = 'Lock'`;
  await eventually("the rewrap to meet the locked row", waits).not.toHaveLength(0);
  child.kill("SIGKILL");
  await child.output();
  release.resolve();
  await blocking;
  await blocker.end();
}
