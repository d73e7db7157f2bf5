import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reactorsOf } from "../app.ts";
import { newId } from "../contract/ids.ts";
import { concerned } from "../testing/concerned.ts";
import type { EraserOrder } from "../testing/faults/eraser.ts";
import { atEveryStep, type Life, runScript } from "../testing/kills.ts";
import { IS_PROOF, sized } from "../testing/proof.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { TEST_KEY, TEST_KEYS, TEST_SECRET } from "../testing/store.ts";
import { readBalances, readTotal } from "../ledger/accounts.ts";
import { availableAccount } from "../ledger/chart.ts";
import { postTransfer } from "../testing/transfers.ts";
import { ledgerCheck, measureTransfers } from "../ledger/verify.ts";
import { requestNewsletter } from "../contact/newsletter.ts";
import type { Deps } from "../deps.ts";
import { sealBlocks } from "../store/chain/chain.ts";
import { createJobs } from "../store/jobs/jobs.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import { connect } from "../store/sql.ts";
import { verify } from "../store/chain/verify.ts";
import { projectionsWith } from "../../projections/mod.ts";
import { findUser } from "../../projections/accounts/users.ts";
import { registerUser } from "../accounts/account/register.ts";
import { closeAccount } from "../accounts/closing/close.ts";
import { workErasures } from "./reactions.ts";

const SCRIPT = new URL("../testing/faults/eraser.ts", import.meta.url);
const DAY_MS = 24 * 3_600_000;
/** More than lives that are told. */
const PEOPLE = sized(6, 36);
const UNITS = 1_234;
const metadata = { actor: "system:test" };

let test: TestListeners;
const people: string[] = [];
beforeAll(async () => {
  test = await openTestListeners();
  for (let index = 0; index < PEOPLE; index++) people.push(await addPerson(index));
  for (const userId of people) await closeAccount(deps(), { userId, by: "owner", metadata });
  await test.world.settle();
  // From here on only the processes that are killed work.
  await deps().jobs.stop(0);
  await deps().store.close();
  test.pass(30 * DAY_MS);
});
afterAll(() => test[Symbol.asyncDispose]());

const deps = () => test.world.deps;

/** A person with music, money, a picture and the newsletter. */
async function addPerson(index: number): Promise<string> {
  const userId = newId(test.now());
  const email = `wachukwu-${index}@mail.example`;
  const names = { firstName: "Zebulon", lastName: `Wachukwu${index}`, phone: "", address: "7 Oroki-Street" };
  const account = { userId, email, ...names, role: "creator" as const, passwordHash: "none", verified: true };
  await registerUser(deps(), account, { metadata });
  await test.addTrack({ ownerId: userId, title: `Song ${index}`, artist: "The Dust" });
  await requestNewsletter(deps(), { name: "Zebulon", email }, { metadata });
  await deps().files.put(`pictures/${userId}/me.png`, new Blob(["a picture"]).stream(), { contentType: "image/png" });
  const entries = [{ account: "pool:rewards", amount: -UNITS }, { account: availableAccount(userId), amount: UNITS }];
  const transfer = { transferId: newId(), code: "reward", entries };
  await deps().store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata });
  return userId;
}

/** Erases a person in a process of its own, which is killed at a step. */
async function erase(userId: string, boundary: number): Promise<Life> {
  const order: EraserOrder = {
    ...{ url: test.world.test.serviceUrl, secret: TEST_SECRET, fingerprintKey: [...TEST_KEY], now: test.now() },
    ...{ mediaDirectory: join(test.world.directory, "media"), userId, boundary },
  };
  return await runScript(SCRIPT, order);
}

/** The service started again: what it reacts to, and the jobs that are due. */
async function startAgain(): Promise<Deps> {
  const other = test.world.another().deps;
  const jobs = createJobs(other.store.sql, { now: test.now, random: Math.random, log: other.log });
  const again = { ...other, jobs };
  await again.store.react(reactorsOf(again));
  workErasures(again);
  expect(await again.store.settle(60_000)).toBe(true);
  await jobs.drain();
  expect(await again.store.settle(60_000)).toBe(true);
  await jobs.stop();
  return again;
}

/** Every row of every table that an erasure is about. */
async function everyRow(): Promise<string> {
  const owner = connect(test.world.test.ownerUrl, { max: 1 });
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'projected')`;
  const texts = [];
  for (const { name } of tables) texts.push(...await owner.unsafe(`select t::text as text from ${name} as t`));
  await owner.end();
  return texts.map((row) => String(row["text"])).join("\n").toLowerCase();
}

it("an erasure killed with -9 at every one of its steps is whole after the next start", async () => {
  expect(await everyRow()).toContain("zebulon");
  const next = people.values();
  const { last } = await atEveryStep((step) => erase(next.next().value ?? expect.fail(), step));
  // Track, account, addresses, newsletter, picture and key, each with a before, a midst and an after.
  expect(last).toBeGreaterThanOrEqual(IS_PROOF ? 21 : 16);
  const again = await startAgain();
  const { sql } = again.store;
  for (const userId of people) {
    expect(await findUser(sql, userId)).toBeUndefined();
    const types = (await again.store.readStream("social", `user/${userId}`)).map((event) => event.type);
    expect(types.filter((type) => type === "AccountErased")).toHaveLength(1);
  }
  const accounts = ["unclaimed", ...people.map(availableAccount)];
  expect([...(await readBalances(sql, 0, accounts)).values()]).toEqual([PEOPLE * UNITS, ...people.map(() => 0)]);
  expect(await readTotal(sql)).toBe(0);
  expect((await sql`select from person_keys where purpose = 'personal'`).length).toBe(0);
  expect(await Array.fromAsync(again.files.list("pictures/"))).toEqual([]);
  const left = await everyRow();
  expect(["zebulon", "wachukwu", "oroki-street"].filter((word) => left.includes(word))).toEqual([]);
  await sealBlocks(sql, { measure: measureTransfers, all: true });
  const projections = await concerned(sql, projectionsWith(new PersonalData(TEST_KEYS)));
  const proof = await verify({ url: test.world.test.serviceUrl, projections, checks: [ledgerCheck], full: true });
  expect(proof).toMatchObject({ problems: [], unsealed: 0 });
});
