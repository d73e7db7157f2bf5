import { join } from "node:path";
import { expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { onCluster, testDatabaseUrl } from "../../testing/database.ts";
import { nameBank, TEST_BANK } from "../../testing/payouts.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { TEST_SECRET } from "../../testing/store.ts";
import { openTestWallet, SECRET_KEY, type TestWallet } from "../../testing/wallet.ts";
import { answerProposal } from "../../testing/waiting_proposals.ts";
import { eventually } from "../../testing/wait.ts";

/** A backup: the database as it is now, even while it is used. */
async function backUp(ownerUrl: string): Promise<string> {
  const name = new URL(ownerUrl).pathname.slice(1);
  const copy = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await onCluster(async (sql) => {
    await sql.unsafe(`alter database ${name} allow_connections false`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await sql.unsafe(`create database ${copy} template ${name}`);
    await sql.unsafe(`alter database ${name} allow_connections true`);
  });
  return testDatabaseUrl(copy);
}

const start = (test: TestWallet, databaseUrl: string, dataDir: string, provider = test.sandbox.url) =>
  startTestServer({
    dataDir,
    env: {
      DATABASE_URL: databaseUrl,
      ORIN_SECRET: TEST_SECRET,
      PAYSTACK_SECRET_KEY: SECRET_KEY,
      PAYSTACK_BASE_URL: provider,
    },
  });

async function call(server: TestServer, who: TestPerson, method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${who.token}`,
      "content-type": "application/json",
      ...(method === "POST" && { "idempotency-key": newId() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const pauseOf = async (server: TestServer, admin: TestPerson) =>
  (await call(server, admin, "GET", "/api/v1/admin/payouts/pause")).body;

async function request(server: TestServer, who: TestPerson, accountNumber: string): Promise<string> {
  const body = { amount: 100, bankDetails: { ...TEST_BANK, accountNumber } };
  return (await call(server, who, "POST", "/api/v1/withdraw", body)).body.withdrawalId;
}

async function approve(server: TestServer, admin: TestPerson, id: string) {
  await call(server, admin, "GET", `/api/v1/admin/payments/${id}/case`);
  return await call(server, admin, "POST", `/api/v1/approve-payment-automatic/${id}`, {});
}

/** What the files store says how often admins have accepted a restore, of each installation. */
async function keptEpochs(directory: string): Promise<number[]> {
  const folder = join(directory, "media", "epochs");
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => name.endsWith(".json"));
  return await Promise.all(names.map(async (name) => JSON.parse(await Deno.readTextFile(join(folder, name))).epoch));
}

async function resumeByTwo(server: TestServer, [ada, bola]: readonly [TestPerson, TestPerson]): Promise<void> {
  const path = "/api/v1/admin/payouts";
  const { body: reconciled } = await call(server, ada, "POST", `${path}/reconcile`);
  expect(reconciled.pause.reconciliation.differences).toEqual([expect.stringMatching(/^Payout unknown: orin-/)]);
  await call(server, ada, "POST", `${path}/resume`, { reason: "We looked at it" });
  const confirm = (who: TestPerson) =>
    answerProposal(
      (method, to, body) => call(server, who, method, to, body),
      { kind: "payout_resume", subject: "payouts" },
      "confirm",
    );
  expect(await confirm(ada)).toMatchObject({ status: 409 });
  expect(await confirm(bola)).toMatchObject({ status: 200, body: { state: "done" } });
  expect(await pauseOf(server, bola)).toMatchObject({ status: "running" });
}

it(
  "a backup that is restored after a payout pays nothing twice, with its files or on a machine without them",
  async () => {
    await using test = await openTestWallet({ faults: { settleAfterMs: 0, webhooksLost: true } });
    const admins = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })] as const;
    const [ada, bola] = admins;
    const [paid, other] = [await test.person({ tokens: 100 }), await test.person({ tokens: 100 })];
    for (const [who, accountNumber] of [[paid, "0123456789"], [other, "0123456780"]] as const) {
      await nameBank(test, who, { ...TEST_BANK, accountNumber });
    }
    const { directory, test: { ownerUrl } } = test.world;
    // Once, so that the backup holds what a start adds to a new database.
    await using first = await start(test, ownerUrl, directory);
    const [backup, second, third] = [await backUp(ownerUrl), await backUp(ownerUrl), await backUp(ownerUrl)];

    await eventually("payouts to run", () => pauseOf(first, ada)).toMatchObject({ status: "running" });
    const id = await request(first, paid, "0123456789");
    expect(await approve(first, ada, id)).toMatchObject({ status: 200, body: { status: "completed" } });
    // Killed right after it paid: the heads in the files store may be older than the payout.
    await first.end("SIGKILL");

    await using restored = await start(test, backup, directory);
    await eventually("payouts to be paused", restored.output).toContain("PAYOUTS ARE PAUSED");
    const again = await request(restored, paid, "0123456789");
    expect(await approve(restored, ada, again)).toMatchObject({ status: 409, body: { code: "payouts_paused" } });
    await eventually("the provider's finding", () => pauseOf(restored, bola)).toMatchObject({
      pause: { by: null, findings: expect.arrayContaining([expect.objectContaining({ amount: 100 })]) },
    });
    // Beside it another process begins.
    await using beside = await start(test, backup, directory);
    expect(await approve(beside, bola, again)).toMatchObject({ status: 409, body: { code: "payouts_paused" } });
    expect(test.sandbox.state().transfers).toHaveLength(1);

    await resumeByTwo(restored, admins);
    const twice = await approve(restored, ada, again);
    expect(twice).toMatchObject({ status: 409, body: { code: "payment_failed" } });
    const next = await request(restored, other, "0123456780");
    expect(await approve(beside, bola, next)).toMatchObject({ status: 200, body: { status: "completed" } });
    expect(test.sandbox.state().transfers).toHaveLength(2);
    await eventually("the files to keep the new epoch", () => keptEpochs(directory)).toContain(2);
    await Promise.all([restored.end("SIGTERM"), beside.end("SIGTERM")]);

    // Restored again, with the same files and while the provider is away: only the files can tell.
    await using alone = await start(test, third, directory, "http://127.0.0.1:9");
    expect(alone.output()).toContain("PAYOUTS ARE PAUSED");
    expect((await pauseOf(alone, ada)).pause.findings).toMatchObject([
      { text: expect.stringContaining("Admins accepted a restore before") },
    ]);
    await alone.end("SIGTERM");

    // Restored again, on a new machine: only the provider can tell.
    const empty = await Deno.makeTempDir({ prefix: "orin-restored-" });
    await using elsewhere = await start(test, second, empty);
    await eventually("payouts to be paused on the new machine", elsewhere.output).toContain("PAYOUTS ARE PAUSED");
    expect((await pauseOf(elsewhere, ada)).pause.findings).toHaveLength(2);
    const last = await request(elsewhere, other, "0123456780");
    expect(await approve(elsewhere, ada, last)).toMatchObject({ status: 409, body: { code: "payouts_paused" } });
    expect(test.sandbox.state().transfers).toHaveLength(2);
  },
);
