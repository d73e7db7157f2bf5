import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { openTestAccounts } from "../testing/accounts.ts";
import { peopleOf } from "../testing/people.ts";
import { deliver, type TestPerson } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { availableAccount } from "../ledger/chart.ts";
import { postTransfer } from "../testing/transfers.ts";
import { requestWithdrawal } from "../wallet/withdrawal/request.ts";
import { sealBankDetails } from "../wallet/banks/details.ts";
import { shardLogs } from "../store/log/shard.ts";
import { suspend } from "../accounts/account/suspend.ts";

const metadata = { actor: "system:test" };
let test: TestListeners;
beforeAll(async () => void (test = await openTestListeners()));
afterAll(() => test[Symbol.asyncDispose]());

const act = ({ token }: TestPerson, method: string, path: string, body?: unknown) =>
  test.call(method, path, { token, body });
const fileOf = async (person: TestPerson) => (await act(person, "GET", "/api/v1/me/export")).body;

async function fund(userId: string, units: number): Promise<void> {
  const entries = [{ account: "pool:rewards", amount: -units }, { account: availableAccount(userId), amount: units }];
  const transfer = { transferId: newId(), code: "reward", entries };
  await test.world.deps.store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata });
}

async function playOf(person: TestPerson, trackId: string, listenedMs: number, at: number): Promise<void> {
  const plays = [{ playId: newId(), trackId, startedAt: at - listenedMs, listenedMs }];
  await deliver(test.world.deps, person.userId, [trackId]);
  expect((await act(person, "POST", "/api/v1/plays", { sentAt: at, plays })).status).toBe(200);
}

describe("GET /api/v1/me/export", () => {
  let ada: TestPerson;
  let obi: TestPerson;
  let artist: TestPerson;
  beforeAll(async () => {
    [ada, obi, artist] = [await test.addPerson("Adaora"), await test.addPerson("Obinna"), await test.addArtist("Tope")];
    const { trackId } = await test.addTrack({ ownerId: artist.userId, title: "Night Bus", artist: "Tope" });
    for (const [person, word] of [[ada, "mango"], [obi, "papaya"]] as const) {
      await act(person, "POST", "/api/v1/comments", { artistId: artist.userId, content: `I like ${word}` });
      await act(person, "POST", `/api/v1/follow/${artist.userId}`);
      await fund(person.userId, 50_000);
      const gift = { artistId: artist.userId, amount: 0.1, message: `thank you for the ${word}`, method: "tokens" };
      expect((await act(person, "POST", "/api/v1/gifts", gift)).status).toBeLessThan(300);
      await act(person, "POST", "/api/v1/newsletter", { name: word, email: person.email });
    }
    test.pass(120_000);
    await playOf(ada, trackId, 60_000, test.now());
    const account = { accountNumber: "0123456789", bankCode: "058", bankName: "GTB", accountName: "ADAORA OBI" };
    const bank = { ...await sealBankDetails(test.world.deps, ada.userId, account), warnings: [] };
    const wanted = { shard: 0, userId: ada.userId, units: 10_000, bank };
    await test.world.deps.store.execute(requestWithdrawal, wanted, { logs: shardLogs(0), metadata });
    await act(ada, "PUT", "/api/auth/profile", { address: "3 Bode Thomas" });
    await test.world.settle();
  });

  it("is a file that only its owner gets", async () => {
    const { status, headers } = await act(ada, "GET", "/api/v1/me/export");
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe('attachment; filename="orin-my-data-2026-06-10.json"');
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await test.call("GET", "/api/v1/me/export")).status).toBe(401);
  });

  it("holds all that Orin knows of a person, in clear", async () => {
    const file = await fileOf(ada);
    expect(Object.keys(file)).toEqual([
      ...[
        "exportedAt",
        "sessions",
        "profile",
        "settings",
        "logIns",
        "birthYears",
        "notifications",
        "newsletter",
        "plays",
        "comments",
        "likedComments",
      ],
      ...["commentRules", "blocks", "posts", "thanks", "stoppedPosts", "moderation", "suspensions", "heldRecordings"],
      ...["follows", "likedSongs", "favouriteArtists", "playlists", "tracks", "credits", "featuredOn"],
      ...["team", "teams"],
      ...["releases", "presaves", "balanceEntries"],
      ...["settlingEntries", "settling", "voidedRewards", "appeals", "reservedEntries"],
      ...["withdrawals", "giftsGiven", "giftsReceived", "royalties", "shares", "premium", "premiumGiven", "history"],
    ]);
    expect(file).toMatchObject({
      profile: { firstName: "Adaora", email: ada.email, address: "3 Bode Thomas" },
      newsletter: { status: "requested" },
      sessions: [{ device: "test" }],
      plays: [{ title: "Night Bus", listenedMs: 60_000, status: "accepted", tokens: 0.2 }],
      comments: [{ content: "I like mango", about: { type: "artist" } }],
      follows: [{ artist: "Tope" }],
      withdrawals: [{ tokens: 100, bank: { accountNumber: "0123456789", accountName: "ADAORA OBI" } }],
      giftsGiven: [{ dollars: 0.1, message: "thank you for the mango" }],
      settlingEntries: [{ kind: "reward", tokens: 0.2 }],
      settling: { tokens: 0.2, held: null },
      voidedRewards: [],
      reservedEntries: [{ kind: "withdrawal_held", tokens: 100 }],
    });
    expect(file.balanceEntries.map((entry: { kind: string }) => entry.kind)).toEqual([
      ...["reward", "gift", "withdrawal_held"],
    ]);
    expect(file.history).toContainEqual(
      expect.objectContaining({ what: "ProfileChanged", by: "you", data: { address: "3 Bode Thomas" } }),
    );
    expect(JSON.stringify(file)).not.toContain("passwordHash");
  });

  it("holds nothing of other people: not what they wrote, gave or are called, nor which admin did something", async () => {
    const [admin, boss] = [await test.addPerson("Uchenna"), await test.addPerson("Bosede")];
    const suspension = { userId: boss.userId, adminId: admin.userId, reason: "Asked for it" };
    await suspend(test.world.deps, suspension, { metadata: { actor: `user:${admin.userId}` } });
    expect(JSON.stringify(await fileOf(artist))).toContain('"giftsReceived":[{');
    await test.world.settle();
    for (const person of [ada, artist, await test.logIn(boss)]) {
      const file = await fileOf(person);
      expect(file.profile.id).toBe(person.userId);
      const text = JSON.stringify(file).toLowerCase();
      for (const foreign of ["papaya", "obinna", obi.userId, obi.email, admin.userId, "uchenna"]) {
        expect(text).not.toContain(foreign.toLowerCase());
      }
    }
    const artists = JSON.stringify(await fileOf(artist));
    for (const foreign of ["mango", "Adaora", ada.userId, ada.email]) expect(artists).not.toContain(foreign);
  });

  it("goes on page by page through a long history, every row once", async () => {
    const { userId, ...eager } = await test.addPerson("Eager");
    for (let index = 0; index < 1_203; index += 100) {
      await Promise.all(Array.from({ length: Math.min(100, 1_203 - index) }, () => fund(userId, 1)));
    }
    const { balanceEntries } = await fileOf({ ...eager, userId });
    expect(balanceEntries).toHaveLength(1_203);
    expect(new Set(balanceEntries.map((entry: { transferId: string }) => entry.transferId)).size).toBe(1_203);
    expect(balanceEntries.at(-1).balanceTokens).toBe(12.03);
  });
});

describe("whoever exports again and again", () => {
  it("waits after five files in an hour, and nobody else does", async () => {
    await using world = await openTestAccounts({ production: true });
    const people = peopleOf(world);
    const [one, two] = [await people.member(), await people.member()];
    const get = (token: string) => world.call("GET", "/api/v1/me/export", { token });
    for (let turn = 0; turn < 5; turn++) expect((await get(one.token)).status).toBe(200);
    expect(await get(one.token)).toMatchObject({ status: 429, body: { code: "too_many_attempts" } });
    expect((await get(two.token)).status).toBe(200);
    world.pass(3_600_000);
    expect((await get(one.token)).status).toBe(200);
  });
});
