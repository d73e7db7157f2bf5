import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { accountLinks, habitsOf, likeness, sharedKeys, sketchesOf, sketchKeys } from "./account_links.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const DAY = 86_400_000;
const [ada, ben, cem] = [newId(), newId(), newId()];
const track = newId();
const heard = (listenerId: string, more: object = {}, at = NOON + 60_000) => (
  { ...playReport({ trackId: track, listenerId, startedAt: NOON, ...more }), at }
);
const signedUp = (userId: string, originHash: string) => (
  { type: "SignUpNoted" as const, data: { userId, originHash } }
);

it("finds what accounts have in common, and nothing that one has alone", async () => {
  await using test = await openTestProjection(accountLinks);
  const events = [
    signedUp(ada, "a"),
    signedUp(ben, "a"),
    signedUp(cem, "c"),
    { type: "PhoneProven" as const, data: { userId: ben, phone: "sealed", phoneHash: "p" } },
    { type: "PhoneProven" as const, data: { userId: cem, phone: "sealed", phoneHash: "p" } },
    heard(ada, { deviceId: "phone" }),
    heard(ben, { deviceId: "phone" }),
    // The same track, three seconds later.
    heard(cem, { deviceId: "other", startedAt: NOON + 3_000 }),
  ];
  const shared = await test.given(events, (tx) => sharedKeys(tx, 100));
  expect(shared.map(({ kind, members }) => [kind, members]).sort()).toEqual([
    ["device", [ada, ben]],
    ["phone", [ben, cem]],
    ["sign_up", [ada, ben]],
    ["span", [ada, ben]],
  ]);
});

it("links who reported times that cannot be, by the address, the device and the tracks that they named", async () => {
  await using test = await openTestProjection(accountLinks);
  const trackIds = Array.from({ length: 12 }, () => newId());
  const refused = (userId: string, deviceId: string, originHash = "o") => ({
    type: "ImpossibleTimesNoted" as const,
    data: { userId, day: "2026-06-01", originHash, plays: 12, deviceIds: [deviceId], trackIds },
  });
  const events = [refused(ada, "phone"), refused(ben, "other"), refused(cem, "phone", "elsewhere")];
  const shared = await test.given(events, (tx) => sharedKeys(tx, 100));
  const named = (kind: string) => shared.filter((key) => key.kind === kind).map(({ members }) => members);
  expect(named("impossible")).toEqual([[ada, ben]]);
  expect(named("device")).toEqual([[ada, cem]]);
  expect(named("similar")).toContainEqual([ada, ben, cem]);
  const erased = { type: "AccountErased" as const, data: { userId: ada } };
  expect(await test.given([erased, ...events], (tx) => sharedKeys(tx, 100))).not.toContainEqual(
    expect.objectContaining({ members: expect.arrayContaining([ada]) }),
  );
});

it("forgets the erased, in whatever order the logs are read", async () => {
  await using test = await openTestProjection(accountLinks);
  const erased = { type: "AccountErased" as const, data: { userId: ben } };
  const both = [heard(ada, { deviceId: "phone" }), heard(ben, { deviceId: "phone" })];
  for (const events of [[...both, erased], [erased, ...both]]) {
    const found = await test.given(
      events,
      async (
        tx,
      ) => [await sharedKeys(tx, 100), (await habitsOf(tx, [ada, ben])).size, (await sketchesOf(tx, [ada, ben])).size],
    );
    expect(found).toEqual([[], 1, 1]);
  }
});

it("meets accounts that have heard nearly the same, as their sets grow", async () => {
  await using test = await openTestProjection(accountLinks);
  const tracks = Array.from({ length: 40 }, () => newId());
  const plays = (listenerId: string, from: number, to: number) =>
    tracks.slice(from, to).map((trackId, n) => heard(listenerId, { trackId, startedAt: NOON + n * 10_000 }));
  const events = [...plays(ada, 0, 20), ...plays(ben, 1, 20), ...plays(cem, 20, 40)];
  const [shared, sketches] = await test.given(events, async (tx) => (
    [
      (await sharedKeys(tx, 100)).filter(({ kind }) => kind === "similar"),
      await sketchesOf(tx, [ada, ben, cem]),
    ] as const
  ));
  expect(new Set(shared.flatMap(({ members }) => members))).toEqual(new Set([ada, ben]));
  const like = (one: string, two: string) => likeness(sketches.get(one) ?? [], sketches.get(two) ?? []);
  expect(like(ada, ben)).toBeCloseTo(0.95);
  expect(like(ada, cem)).toBe(0);
  expect(sketchKeys([1, 2, 3, 4])).toEqual([]);
});

it("counts late plays, and those of them that come as soon as a day's pool opens", async () => {
  await using test = await openTestProjection(accountLinks);
  // Midnight in Lagos is 23:00 UTC.
  const events = [heard(ada), heard(ada, {}, NOON + 2 * DAY), heard(ada, {}, NOON + 2 * DAY + 11 * 3_600_000)];
  const [ever, none] = await test.given(events, async (tx) => [
    await habitsOf(tx, [ada, ben]),
    await habitsOf(tx, [ada], { from: "2026-06-02", to: "2026-06-30" }),
  ]);
  expect(ever).toEqual(new Map([[ada, { plays: 3, late: 2, afterMidnight: 1 }]]));
  expect(none).toEqual(new Map());
});

it("samples the plays of a week and the devices, so that an account has some dozens of rows however much it plays", async () => {
  await using test = await openTestProjection(accountLinks);
  const WEEK = 7 * DAY;
  const inWeek = (listenerId: string, week: number, plays: number) =>
    Array.from({ length: plays }, (_, n) => (
      heard(listenerId, { startedAt: NOON + week * WEEK + n * 10_000, deviceId: `${listenerId} ${week} ${n}` })
    ));
  const [first, second] = [[ada, ben], [ada, cem]];
  const events = [
    // Together for five weeks, the oldest told last; a meeting by chance among the many.
    ...[1, 2, 3, 4, 0].flatMap((week) => first.flatMap((userId) => inWeek(userId, week, 40))),
    ...inWeek(cem, 1, 1),
    ...second.flatMap((userId) => inWeek(userId, 9, 3)),
  ];
  const [shared, rows] = await test.given(events, async (tx) => [
    await sharedKeys(tx, 1_000),
    await tx<{ kind: string; n: number }[]>`
      select kind, count(*)::int as n from account_links where user_id = ${ada} group by kind order by kind`,
  ]);
  const of = (...members: string[]) => shared.filter((key) => `${key.members}` === `${[...members].sort()}`).length;
  // The newest four of Ada's weeks are 9, 4, 3 and 2, of Ben's 4 to 1.
  expect(rows).toEqual([{ kind: "device", n: 32 }, { kind: "span", n: 3 * 16 + 3 }]);
  expect([of(ada, ben), of(ada, cem)]).toEqual([3 * 16, 3]);
});
