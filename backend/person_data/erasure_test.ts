import { afterAll, beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import { newId } from "../contract/ids.ts";
import { concerned } from "../testing/concerned.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { givePremium } from "../testing/premium.ts";
import { TEST_KEYS } from "../testing/store.ts";
import { readBalances, readTotal } from "../ledger/accounts.ts";
import { availableAccount, settlingAccount } from "../ledger/chart.ts";
import { postTransfer } from "../testing/transfers.ts";
import { ledgerCheck, measureTransfers } from "../ledger/verify.ts";
import { sealBlocks } from "../store/chain/chain.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import { shardLogs } from "../store/log/shard.ts";
import { connect } from "../store/sql.ts";
import { verify } from "../store/chain/verify.ts";
import { arrivalStream } from "../gifts/cross_shard/events.ts";
import { requestWithdrawal } from "../wallet/withdrawal/request.ts";
import { sealBankDetails } from "../wallet/banks/details.ts";
import { cancel } from "../wallet/withdrawal/review.ts";
import { projectionsWith } from "../../projections/mod.ts";
import { findDocuments } from "../../projections/catalogue/search.ts";
import { findUser, findUserByEmailHash } from "../../projections/accounts/users.ts";
import { emailHashOf, signUp } from "../accounts/account/register.ts";
import { closeAccount, reopenAccount } from "../accounts/closing/close.ts";
import { eraseAccount, forgetPerson } from "./erase.ts";

const DAY_MS = 24 * 3_600_000;
const metadata = { actor: "system:test" };
const SECRETS = ["zebulon", "wachukwu", "oroki-street", "8039990001", "marmalade", "quinquereme", "tambourine-club"];
const EMAIL = "zebulon.wachukwu@mail.example";
const PERSON = {
  ...{ firstName: "Zebulon", lastName: "Wachukwu", email: EMAIL, phone: "0803 999 0001", role: "creator" as const },
  ...{ address: "7 Oroki-Street, Jos", password: "a long enough pass-phrase" },
};

let test: TestListeners;
beforeAll(async () => void (test = await openTestListeners()));
afterAll(() => test[Symbol.asyncDispose]());

const deps = () => test.world.deps;
const balanceOf = async (...accounts: string[]) =>
  [...(await readBalances(deps().store.sql, 0, accounts)).values()] as number[];

async function fund(userId: string, units: number): Promise<void> {
  const entries = [
    { account: "pool:rewards", amount: -units },
    { account: availableAccount(userId), amount: units - 5 },
    { account: settlingAccount(userId), amount: 5 },
  ];
  const transfer = { transferId: newId(), code: "reward", entries };
  await deps().store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata });
}

/** A person who has left traces of every kind. */
async function addZebulon(): Promise<string> {
  const { userId } = await signUp(deps(), PERSON, { metadata });
  await test.world.settle();
  const otp = test.world.outbox.newest(50).find((mail) => mail.to === EMAIL && mail.code !== undefined)?.code;
  await test.call("POST", "/api/auth/verify-otp", { body: { email: EMAIL, otp } });
  await givePremium(deps(), userId);
  const { body } = await test.call("POST", "/api/auth/login", { body: PERSON });
  const token = String(body.token);
  const artist = await test.addArtist("Funmi Bell");
  const act = (method: string, path: string, sent?: unknown) => test.call(method, path, { token, body: sent });
  const picture = new FormData();
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: "teal" } }).png().toBuffer();
  picture.append("profilePicture", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "me.png");
  await test.addTrack({ ownerId: userId, title: "Harmattan", artist: "The Dust" });
  const answers = [
    await act("POST", "/api/v1/comments", { artistId: artist.userId, content: "marmalade for everybody" }),
    await act("POST", `/api/v1/follow/${artist.userId}`),
    await act("POST", "/api/v1/playlists", { name: "Quinquereme nights" }),
    await act("POST", "/api/v1/newsletter", { name: "Zebulon", email: EMAIL }),
    await act("PUT", "/api/auth/profile", { address: "8 Tambourine-Club Road" }),
    await act("POST", "/api/auth/upload-dp", picture),
  ];
  expect(answers.map((answer) => answer.status).filter((status) => status >= 300)).toEqual([]);
  await fund(userId, 12_345);
  await test.world.settle();
  return userId;
}

/** Every row of every table, as its owner sees them. */
async function everything(): Promise<string> {
  const owner = connect(test.world.test.ownerUrl, { max: 1 });
  try {
    const tables = await owner<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'projected') order by 1`;
    const texts = [];
    for (const { name } of tables) {
      const rows = await owner.unsafe(`select t::text as text from ${name} as t`);
      texts.push(...rows.map((row) => `${name} ${String(row["text"])}`));
    }
    return texts.join("\n").toLowerCase();
  } finally {
    await owner.end();
  }
}

describe("an account whose 30 days have passed", () => {
  let userId: string;
  beforeAll(async () => {
    userId = await addZebulon();
    await closeAccount(deps(), { userId, by: "owner", metadata });
    await test.world.settle();
  });

  it("left the public lists when it was closed, and comes back to them when it is opened again", async () => {
    const shown = async () => {
      const { body: { comments } } = await test.call("GET", `/api/v1/comments/artist/${await artistId()}`);
      const songs = JSON.stringify((await test.call("GET", "/api/v1/tracks")).body);
      const query = { q: "harmattan", limit: 5, offset: 0 };
      const ids = (await findDocuments(deps().store.sql, ["track"], query)).get("track")?.ids ?? [];
      const creators = JSON.stringify((await test.call("GET", "/api/auth/creators")).body);
      return [comments[0].content, songs, creators, ids.length ? "Harmattan" : ""].map((text) => {
        return /marmalade|Harmattan|The Dust/.test(text);
      });
    };
    expect(await shown()).toEqual([false, false, false, false]);
    await reopenAccount(deps(), { userId, by: "owner", metadata });
    await test.world.settle();
    expect(await shown()).toEqual([true, true, true, true]);
    await closeAccount(deps(), { userId, by: "owner", metadata });
    await test.world.settle();
    expect(await shown()).toEqual([false, false, false, false]);
  });

  it("is not erased a day before", async () => {
    test.pass(29 * DAY_MS);
    await test.world.settle();
    await expect(eraseAccount(deps(), userId)).rejects.toMatchObject({ code: "erasure_not_due" });
    expect(await findUser(deps().store.sql, userId)).toBeDefined();
  });

  it("is erased by itself on the day: nothing of name, address or words is found in any table, nor the picture", async () => {
    expect(await everything()).toContain("zebulon");
    test.pass(DAY_MS);
    await test.world.settle();
    expect(await findUser(deps().store.sql, userId)).toBeUndefined();
    const found = await everything();
    expect(found).toContain("accounterased");
    expect(SECRETS.filter((secret) => found.includes(secret))).toEqual([]);
    const keys = await deps().store.sql`select purpose from person_keys where person_id = ${userId}`;
    expect(keys).toHaveLength(0);
    const files = [];
    for await (const { key } of deps().files.list(`pictures/${userId}/`)) files.push(key);
    expect(files).toEqual([]);
  });

  it("leaves the books whole: what was left of the balance is unclaimed", async () => {
    expect(await balanceOf(availableAccount(userId), settlingAccount(userId), "unclaimed")).toEqual([0, 0, 12_345]);
    expect(await readTotal(deps().store.sql)).toBe(0);
  });

  it("leaves a chain that verifies, and projections that are what a replay makes of the log", async () => {
    const projections = await concerned(deps().store.sql, projectionsWith(new PersonalData(TEST_KEYS)));
    await sealBlocks(deps().store.sql, { measure: measureTransfers });
    const proof = await verify({ url: test.world.test.serviceUrl, projections, checks: [ledgerCheck], full: true });
    expect(proof.problems).toEqual([]);
    expect(proof.unsealed).toBe(0);
  });

  it("is erased once, however often it is said; what comes in late is unclaimed, too", async () => {
    await eraseAccount(deps(), userId);
    await forgetPerson(deps(), userId);
    const types = (await test.world.test.store.readStream("social", `user/${userId}`)).map((event) => event.type);
    expect(types.filter((type) => type === "AccountErased")).toHaveLength(1);
    await fund(userId, 55);
    await eraseAccount(deps(), userId);
    expect(await balanceOf(availableAccount(userId), settlingAccount(userId), "unclaimed")).toEqual([0, 0, 12_400]);
  });

  it("has nothing of a gift that arrives from another shard after all: it is unclaimed, too", async () => {
    const gift = { giftId: newId(), giverId: newId(), artistId: userId, units: 70 };
    await fund(userId, gift.units);
    const arrived = { type: "GiftArrived", data: gift };
    await deps().store.appendToStream("ledger/0", arrivalStream(gift.giftId), [arrived], { metadata });
    await test.world.settle();
    expect(await balanceOf(availableAccount(userId), settlingAccount(userId), "unclaimed")).toEqual([0, 0, 12_470]);
  });

  it("lets the same address sign up anew, as somebody else", async () => {
    const again = await signUp(deps(), PERSON, { metadata });
    expect(again.userId).not.toBe(userId);
    const found = await findUserByEmailHash(deps().store.sql, emailHashOf(deps(), EMAIL));
    expect(found?.userId).toBe(again.userId);
    expect(await balanceOf(availableAccount(again.userId))).toEqual([0]);
  });

  const artistId = async () => String((await test.call("GET", "/api/auth/creators")).body[0]._id);
});

async function withdrawalOf(userId: string): Promise<string> {
  const account = { accountNumber: "0123456789", bankCode: "058", bankName: "GTB", accountName: "BOLA OBI" };
  const bank = { ...await sealBankDetails(deps(), userId, account), warnings: [] };
  const command = { shard: 0, userId, units: 10_000, bank };
  return (await deps().store.execute(requestWithdrawal, command, { logs: shardLogs(0), metadata })).result.withdrawalId;
}

describe("an account that cannot be erased yet", () => {
  it("waits for its open withdrawal, and is erased on a later day", async () => {
    const { userId } = await test.addPerson("Bola");
    await fund(userId, 20_000);
    const withdrawalId = await withdrawalOf(userId);
    await closeAccount(deps(), { userId, by: "owner", metadata });
    await test.world.settle();
    test.pass(30 * DAY_MS);
    await test.world.settle();
    await expect(eraseAccount(deps(), userId)).rejects.toMatchObject({ code: "withdrawal_open" });
    expect(await findUser(deps().store.sql, userId)).toBeDefined();
    await cancel(deps(), { withdrawalId, userId, metadata });
    test.pass(DAY_MS);
    await test.world.settle();
    expect(await findUser(deps().store.sql, userId)).toBeUndefined();
    expect(await balanceOf(availableAccount(userId))).toEqual([0]);
  });

  it("is forgotten in the end when the files cannot be reached meanwhile", async () => {
    const { userId } = await test.addPerson("Dele");
    await closeAccount(deps(), { userId, by: "owner", metadata });
    const { files } = deps();
    const list = files.list.bind(files);
    files.list = () => {
      throw new Error("The disk is gone, as it should be in this test");
    };
    test.pass(30 * DAY_MS);
    await eraseAccount(deps(), userId);
    await deps().store.settle(300);
    const { sql } = deps().store;
    expect(await sql`select 1 from person_keys where person_id = ${userId}`).toHaveLength(1);
    expect(await findUser(sql, userId)).toBeUndefined();
    files.list = list;
    expect(await deps().store.settle()).toBe(true);
    expect(await sql`select 1 from person_keys where person_id = ${userId}`).toHaveLength(0);
  });

  it("is left alone when its owner came back, and erased after another closing", async () => {
    const { userId } = await test.addPerson("Chidi");
    await closeAccount(deps(), { userId, by: "owner", metadata });
    await test.world.settle();
    test.pass(10 * DAY_MS);
    await reopenAccount(deps(), { userId, by: "owner", metadata });
    test.pass(25 * DAY_MS);
    await test.world.settle();
    expect(await findUser(deps().store.sql, userId)).toMatchObject({ closing: undefined });
    await closeAccount(deps(), { userId, by: "owner", metadata });
    await test.world.settle();
    test.pass(30 * DAY_MS);
    await test.world.settle();
    expect(await findUser(deps().store.sql, userId)).toBeUndefined();
  });
});
