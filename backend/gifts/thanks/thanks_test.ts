import { afterAll, beforeAll, expect, it } from "vitest";
import { closeAccount } from "../../accounts/closing/close.ts";
import type { ReceivedGift, SentGift, SupporterThanks } from "../../contract/gifts.ts";
import { newId } from "../../contract/ids.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { MailStopAnswer, NoticeList } from "../../contract/notifications.ts";
import { addAdmin } from "../../testing/access.ts";
import { type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";

const DAY_MS = 24 * 3_600_000;
const THANKS = "/api/v1/gifts/thanks";
let test: TestWallet;
let artist: TestPerson;
/** Gives twice, both times without a name. */
let unseen: TestPerson;
let stopped: TestPerson;
let blocked: TestPerson;
let single: TestPerson;
let erased: TestPerson;

beforeAll(async () => {
  test = await openTestWallet();
  artist = await test.person({ role: "creator", firstName: "Sade" });
  await test.call(artist, "PUT", "/api/v1/update-profile", { body: { artistName: "Ìyá Sade" } });
  const giver = () => test.person({ tokens: 9_000, firstName: "Tunde" });
  [unseen, stopped, blocked] = [await giver(), await giver(), await giver()];
  [single, erased] = [await giver(), await giver()];
  for (const who of [unseen, unseen, stopped, blocked, single, erased]) await give(who);
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

async function give(who: TestPerson): Promise<void> {
  const body = { artistId: artist.userId, amount: 1, method: "tokens" };
  expect((await test.call(who, "POST", "/api/v1/gifts", { body })).status).toBe(201);
}
const thankAll = (who: TestPerson, message: unknown, key?: string) =>
  test.call(who, "POST", THANKS, { body: { message }, ...(key && { key }) });
const own = async () => (await test.call(artist, "GET", THANKS)).body as SupporterThanks;
const sentBy = async (who: TestPerson) =>
  (await test.call(who, "GET", "/api/v1/gifts/sent")).body.gifts.map(({ thanks }: SentGift) => thanks);
const told = async (who: TestPerson) => {
  const { notifications } = (await test.call(who, "GET", "/api/v1/notifications")).body as NoticeList;
  return notifications.filter(({ kind }) => kind === "gift");
};
const mailsTo = async (who: TestPerson) => {
  await test.world.settle();
  return test.world.outbox.newest(200).filter(({ to, subject }) => to === who.email && subject.includes("thank"));
};
/** With a log-in of now. */
const again = async (who: TestPerson, role: "listener" | "creator" = "listener") => (
  { ...who, token: await tokenOf(test.world.deps, { userId: who.userId, role }) }
);
const press = async (path: string) => {
  const { status, body } = await test.call(undefined, "POST", path);
  return { status, body: body as MailStopAnswer };
};

it("is refused to listeners, with hostile words or a link, and where nobody gave", async () => {
  expect((await thankAll(unseen, "Thanks")).status).toBe(403);
  for (
    const message of [
      ...["", " \n", "a\u0000b", "ab\u202ecd", "x".repeat(301), 7, "Go to https://evil.example", "www.evil.example"],
      ...["Claim at evil.com", "wa.me/234801", "evil\u3002com", "evil (dot) com", "ｅｖｉｌ.com", "ev\u200bil.com"],
    ]
  ) {
    expect((await thankAll(artist, message)).status, String(message)).toBe(400);
  }
  const lonely = await test.person({ role: "creator" });
  await test.call(lonely, "PUT", "/api/v1/update-profile", { body: { artistName: "Lonely" } });
  await test.world.settle();
  expect(await thankAll(lonely, "Thanks")).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await own()).waiting).toBe(6);
});

it("goes once to each giver, whoever presses and however often, and names nobody", async () => {
  const { body: { gifts } } = await test.call(artist, "GET", "/api/v1/gifts/received");
  expect(gifts).toHaveLength(6);
  const [singles] = (await test.call(single, "GET", "/api/v1/gifts/sent")).body.gifts;
  await test.call(artist, "POST", `/api/v1/gifts/${singles.id}/thanks`, { body: { message: "Just for you" } });
  const said = { artistId: artist.userId, content: "Buy my shoes" };
  const { body: { comment } } = await test.call(blocked, "POST", "/api/v1/comments", { body: said });
  await test.call(artist, "POST", `/api/v1/comments/${comment._id}/block`);
  await test.call(stopped, "POST", `/api/v1/artists/${artist.userId}/posts/mute`);
  await closeAccount(test.world.deps, { userId: erased.userId, by: "owner", metadata: { actor: "system:test" } });
  await test.world.settle();

  const before = await own();
  expect(before).toMatchObject({ waiting: 5, nextThanksAt: null, thanks: [] });
  const key = newId();
  const all = await Promise.all([
    thankAll(artist, "Ẹ ṣé gan. 10.5 thanks, all of you...", key),
    thankAll(artist, "Ẹ ṣé gan. 10.5 thanks, all of you...", key),
    thankAll(artist, "Other words"),
  ]);
  const passed = all.filter(({ status }) => status === 201);
  expect(passed.length === 2 || passed.length === 1).toBe(true);
  expect(JSON.stringify(passed)).not.toMatch(new RegExp([unseen, stopped, blocked].map((one) => one.userId).join("|")));
  await test.world.settle();
  const { thanks: [thanks, ...more], waiting, nextThanksAt } = await own();
  expect([waiting, more, nextThanksAt !== null]).toEqual([0, [], true]);
  expect((await thankAll(artist, "Again")).status).toBe(409);

  expect(await told(unseen)).toMatchObject([{ title: "Ìyá Sade says thank you", thanks: { id: thanks?.thanksId } }]);
  expect(await sentBy(unseen)).toEqual([thanks?.text, thanks?.text]);
  expect([await told(stopped), await told(blocked)]).toEqual([[], []]);
  expect(await told(single)).toMatchObject([{ title: "The artist says thank you", thanks: { id: singles.id } }]);
  expect(await sentBy(single)).toEqual(["Just for you"]);
  expect((await mailsTo(unseen)).map(({ subject }) => subject)).toEqual(["Ìyá Sade says thank you"]);
  expect([await mailsTo(stopped), await mailsTo(blocked), await mailsTo(erased)]).toEqual([[], [], []]);
  const { body: { gifts: [one] } } = await test.call(artist, "GET", "/api/v1/gifts/received");
  expect([one.sender.name, one.thanks !== undefined]).toEqual(["Anonymous", true]);
  const again = { body: { message: "And once more" } };
  const [first] = (await test.call(unseen, "GET", "/api/v1/gifts/sent")).body.gifts;
  expect((await test.call(artist, "POST", `/api/v1/gifts/${first.id}/thanks`, again)).status).toBe(409);
});

it("is stopped from its mail with one press, and taken back within the hour; forged links do nothing", async () => {
  const [mail] = await mailsTo(unseen);
  const link = new URL(mail?.unsubscribe ?? "");
  const path = `${link.pathname}${link.search}`;
  expect(mail?.text).toContain(`/mail-stop#${link.searchParams.get("token")}`);
  // Looking at it changes nothing.
  const looked = await test.world.app.request(path);
  expect([looked.status, (await told(unseen)).length]).toEqual([303, 1]);
  const token = link.searchParams.get("token") ?? "";
  const forged = [
    token.replace(unseen.userId, single.userId),
    token.replace(artist.userId, single.userId),
    token.slice(0, -1) + (token.endsWith("A") ? "B" : "A"),
    ...["", "x", `${unseen.userId}~artist~${artist.userId}.0.${"A".repeat(43)}`],
  ];
  for (const wrong of forged) {
    const { status } = await press(`/api/v1/mails/stop?token=${encodeURIComponent(wrong)}`);
    expect([410, 400], wrong).toContain(status);
  }
  expect((await press(`/api/v1/mails/stop/undo?token=${token}`)).status).toBe(410);

  const { body: { about, undo } } = await press(path);
  expect([about, await told(unseen)]).toEqual(["artist", []]);
  expect((await press(path)).body).toEqual({ about: "artist", undo: null });
  expect((await press(`/api/v1/mails/stop/undo?token=${undo}`)).status).toBe(200);
  expect(await told(unseen)).toHaveLength(1);
  const later = (await press(path)).body.undo;
  test.pass(3_600_001);
  expect((await press(`/api/v1/mails/stop/undo?token=${later}`)).status).toBe(410);
  await test.call(unseen, "DELETE", `/api/v1/artists/${artist.userId}/posts/mute`);
});

it("leaves other mails to a switch of their kind, which their link turns off and on again", async () => {
  const [mail] = test.world.outbox.newest(200).filter(({ to }) => to === artist.email);
  expect(mail?.subject).toContain("You got a gift");
  const link = new URL(mail?.unsubscribe ?? "");
  const isOn = async () => (await test.call(artist, "GET", "/api/v1/notifications/settings")).body.switches.gift;
  const { body: { about, undo } } = await press(`${link.pathname}${link.search}`);
  expect([about, await isOn()]).toEqual(["kind", { app: true, push: true, mail: false }]);
  expect((await press(`${link.pathname}${link.search}`)).body.undo).toBeNull();
  await press(`/api/v1/mails/stop/undo?token=${undo}`);
  expect(await isOn()).toEqual({ app: true, push: true, mail: true });
});

it("is reported once by a person however often they press, and gone everywhere while a moderator hides it", async () => {
  const { thanks: [thanks] } = await own();
  const id = thanks?.thanksId ?? "";
  const report = () =>
    test.call(unseen, "POST", "/api/v1/reports", { body: { kind: "post", id, reason: "spam", words: "" } });
  expect([await report(), await report()].map(({ status }) => status)).toEqual([202, 202]);
  const admin = await addAdmin(test.world.deps, "catalogue");
  await test.world.settle();
  const path = `/api/v1/admin/moderation/post/${id}`;
  const { body: { decisions } } = await test.call(admin, "GET", path);
  const body = { words: "In our words.", seen: decisions, reason: "spam" };
  expect((await test.call(admin, "POST", `${path}/hide`, { body })).status).toBe(200);
  expect([await told(unseen), await sentBy(unseen)]).toEqual([[], [undefined, undefined]]);
  expect((await own()).thanks).toMatchObject([{ isHidden: true, text: thanks?.text }]);
});

it("covers next what came since, after a week", async () => {
  await give(single);
  await test.world.settle();
  expect(await own()).toMatchObject({ waiting: 1 });
  expect((await thankAll(artist, "Too soon")).status).toBe(409);
  test.pass(7 * DAY_MS);
  const [later, giver] = [await again(artist, "creator"), await again(single)];
  expect((await thankAll(later, "And thanks again")).status).toBe(201);
  await test.world.settle();
  expect((await told(giver)).map(({ title }) => title)).toEqual([
    "Ìyá Sade says thank you",
    "The artist says thank you",
  ]);
  expect(await told(await again(unseen))).toEqual([]);
});

it("covers a month that the artist chooses, no gift twice, and says at most how many people that is", async () => {
  const pass = async (days: number) => {
    test.pass(days * DAY_MS);
    [artist, single, unseen] = [await again(artist, "creator"), await again(single), await again(unseen)];
    return lagosDay(test.world.deps.now()).slice(0, 7);
  };
  const thankMonth = async (month: unknown) => {
    const { status } = await test.call(artist, "POST", THANKS, { body: { message: "For that month", month } });
    await test.world.settle();
    return status;
  };
  const titles = async (who: TestPerson) => (await told(who)).length;
  const first = await pass(40);
  await give(single);
  const second = await pass(31);
  for (const who of [unseen, unseen, single]) await give(who);
  await test.world.settle();
  const [two, one] = [{ month: second, gifts: 3, people: 3 }, { month: first, gifts: 1, people: 1 }];
  expect(await own()).toMatchObject({ waiting: 4, people: 4, months: [two, one] });
  for (const wrong of ["2026-13", "June", 6, "2026-6"]) expect(await thankMonth(wrong), String(wrong)).toBe(400);
  expect(await thankMonth("2025-01")).toBe(409);

  const before = [await titles(single), await titles(unseen)];
  expect(await thankMonth(first)).toBe(201);
  expect([await titles(single), await titles(unseen)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  expect(await own()).toMatchObject({ waiting: 3, months: [two], thanks: [{ month: first }, { month: null }, {}] });
  expect((await sentBy(single))[1]).toBe("For that month");

  await pass(7);
  expect((await thankAll(artist, "And since then")).status).toBe(201);
  await test.world.settle();
  expect(await own()).toMatchObject({ waiting: 0, people: 0, months: [] });
  const third = await pass(7);
  await give(single);
  await test.world.settle();
  // Also of the days in which others gave who have their thanks.
  expect(await thankMonth(third)).toBe(201);
  const { thanks: [newest] } = await own();
  const newestTo = async (who: TestPerson) => (await told(who))[0]?.thanks?.id;
  expect([await newestTo(single) === newest?.thanksId, await newestTo(unseen) === newest?.thanksId])
    .toEqual([true, false]);
  expect(await mailsTo(unseen)).toHaveLength(2);
});

it("comes with messages that the artist's filter words fold away, as they hold back comments", async () => {
  const set = await test.call(artist, "PUT", "/api/v1/comment-rules", { body: { words: ["ọlẹ̀"], holdFirst: false } });
  expect(set.status).toBe(200);
  const giver = await test.person({ tokens: 9_000, firstName: "Tunde" });
  for (const message of ["You are an OLE!", "Tolerable, dear"]) {
    const body = { artistId: artist.userId, amount: 1, method: "tokens", message };
    expect((await test.call(giver, "POST", "/api/v1/gifts", { body })).status).toBe(201);
  }
  await test.world.settle();
  const { body: { gifts } } = await test.call(artist, "GET", "/api/v1/gifts/received");
  expect(gifts.slice(0, 2).map((gift: ReceivedGift) => [gift.message, gift.isFiltered])).toEqual([
    ["Tolerable, dear", undefined],
    ["You are an OLE!", true],
  ]);
});

it("brings the artist no words and no name of somebody whom they have blocked", async () => {
  const giver = await test.person({ tokens: 9_000, firstName: "Rude" });
  const body = { artistId: artist.userId, amount: 1, method: "tokens", message: "You cannot stop me", isNamed: true };
  expect((await test.call(giver, "POST", "/api/v1/gifts", { body })).status).toBe(201);
  const said = { artistId: artist.userId, content: "Hello" };
  const { body: { comment } } = await test.call(giver, "POST", "/api/v1/comments", { body: said });
  const newest = async () => {
    await test.world.settle();
    const { body: { gifts: [gift] } } = await test.call(artist, "GET", "/api/v1/gifts/received");
    return [gift.message, gift.sender.name, gift.amount];
  };
  expect(await newest()).toEqual(["You cannot stop me", "Rude", 1]);
  await test.call(artist, "POST", `/api/v1/comments/${comment._id}/block`);
  expect(await newest()).toEqual(["", "Anonymous", 1]);
  const { body: { people: [block] } } = await test.call(artist, "GET", "/api/v1/blocks");
  await test.call(artist, "DELETE", `/api/v1/blocks/${block.blockId}`);
  expect(await newest()).toEqual(["You cannot stop me", "Rude", 1]);
});
