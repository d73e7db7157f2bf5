import { afterAll, expect, it } from "vitest";
import type {
  AdminGranted,
  AdminRevoked,
  UserSuspended,
  UserUnsuspended,
} from "../../backend/accounts/account/events.ts";
import type { TeamEvent } from "../../backend/admin/team/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { ClosingEvent } from "../account_closings.ts";
import { adminIdsOfRoot, admins, adminsById, everyAdmin, readAdmins } from "./admins.ts";

const test = await openTestProjection(admins);
afterAll(() => test[Symbol.asyncDispose]());

type AdminEvent = (AdminGranted | AdminRevoked | UserSuspended | UserUnsuspended | TeamEvent | ClosingEvent) & {
  readonly actor?: string;
};

const [founder, other, invited, theirs] = [newId(), newId(), newId(), newId()];
const granted = (userId: string, by?: string): AdminEvent => (
  { type: "AdminGranted", data: { userId, role: "finance" }, ...(by !== undefined && { actor: `user:${by}` }) }
);
const revoked = (userId: string): AdminEvent => ({ type: "AdminRevoked", data: { userId } });
const closed = (userId: string): AdminEvent => ({ type: "AccountClosed", data: { userId, by: "owner", eraseAt: 9 } });
const reopened = (userId: string): AdminEvent => ({ type: "AccountReopened", data: { userId, by: "owner" } });
const erased = (userId: string): AdminEvent => ({ type: "AccountErased", data: { userId } });
const team = [granted(founder), granted(invited, founder)];

const idsNow = (events: readonly AdminEvent[]) =>
  test.given(events, async (tx) => (await readAdmins(tx)).map(({ userId }) => userId));

it("gives everybody the root of who invited them, and makes founders of those whom no person named", async () => {
  const events = [...team, granted(theirs, invited), granted(other)];
  const found = await test.given(events, (tx) => adminsById(tx, [founder, invited, theirs, newId()]));
  const fresh = { isEnrolled: false, isConfirmed: false, role: "finance", root: founder, change: undefined };
  expect([...found.values()].toSorted((one, two) => one.userId < two.userId ? -1 : 1)).toEqual(
    [
      { ...fresh, userId: founder, invitedBy: undefined, isEnrolled: true, isConfirmed: true, role: "owner" },
      { ...fresh, userId: invited, invitedBy: founder },
      { ...fresh, userId: theirs, invitedBy: invited },
    ].toSorted((one, two) => one.userId < two.userId ? -1 : 1),
  );
  expect(await test.given(events, (tx) => adminIdsOfRoot(tx, founder))).toEqual([founder, invited, theirs].sort());
  expect((await idsNow(events)).slice(0, 2).sort()).toEqual([founder, other].sort());
});

it("knows who is suspended, and keeps those who have left apart from those who are here", async () => {
  const suspended: AdminEvent = { type: "UserSuspended", data: { userId: invited, reason: "sealed" } };
  const back: AdminEvent = { type: "UserUnsuspended", data: { userId: invited, reason: "sealed" } };
  const all = (events: AdminEvent[]) =>
    test.given(
      [...team, ...events],
      async (tx) =>
        (await everyAdmin(tx)).map(({ userId, isHere, isSuspended = false }) => [userId, isHere, isSuspended]),
    );
  expect(await all([suspended])).toEqual([[founder, true, false], [invited, true, true]]);
  expect(await all([suspended, back, revoked(invited)])).toEqual([[founder, true, false], [invited, false, false]]);
  expect(await all([closed(founder)])).toEqual([[founder, false, false], [invited, true, false]]);
});

it("keeps enrolment, confirmation and a change of role as the team's events add up", async () => {
  const change = { changeId: newId(), changedBy: founder, effectiveFrom: new Date(7_000).toISOString() };
  const about = {
    userId: invited,
    ...change,
    previousRole: "finance",
    role: "owner",
    needsConfirmation: true,
  } as const;
  const events: AdminEvent[] = [
    ...team,
    { type: "AdminEnrolled", data: { userId: invited } },
    { type: "AdminConfirmed", data: { userId: invited, confirmedBy: other } },
    { type: "AdminRoleChanged", data: about },
  ];
  const find = (more: AdminEvent[]) =>
    test.given([...events, ...more], async (tx) => (await adminsById(tx, [invited])).get(invited));
  expect(await find([])).toMatchObject({
    ...{ isEnrolled: true, isConfirmed: true, role: "finance" },
    change: { changeId: change.changeId, role: "owner", effectiveFrom: 7_000, isConfirmed: false },
  });
  const { changeId } = change;
  const confirmed: AdminEvent = {
    type: "AdminRoleChangeConfirmed",
    data: { userId: invited, changeId, confirmedBy: other },
  };
  expect((await find([confirmed]))?.change?.isConfirmed).toBe(true);
  const cancelled: AdminEvent = {
    type: "AdminRoleChangeCancelled",
    data: { userId: invited, changeId, cancelledBy: other },
  };
  expect((await find([confirmed, cancelled]))?.change).toBeUndefined();
  // Nothing is kept of a person who is no admin.
  expect(await test.given([{ type: "AdminEnrolled", data: { userId: other } }], (tx) => adminsById(tx, [other])))
    .toEqual(new Map());
});

it.each<[string, AdminEvent[], boolean]>([
  ["whose rights were taken", [revoked(invited)], false],
  ["whose rights were given anew", [revoked(invited), granted(invited, founder)], true],
  ["who closed the account", [closed(invited)], false],
  ["who came back", [closed(invited), reopened(invited)], true],
  ["who was erased", [closed(invited), erased(invited)], false],
  [
    "whose rights were taken before they closed and came back",
    [revoked(invited), closed(invited), reopened(invited)],
    false,
  ],
  ["whose rights were taken before they came back", [closed(invited), revoked(invited), reopened(invited)], false],
])("knows whether one is an admin now %s, and keeps the root of all", async (_who, events, isAdmin) => {
  expect((await idsNow([...team, ...events])).includes(invited)).toBe(isAdmin);
  expect(await test.given([...team, ...events], (tx) => adminIdsOfRoot(tx, founder))).toContain(invited);
});

it("begins anew with who is an admin once more: on the side of who invited them now, without a word of before", async () => {
  const events: AdminEvent[] = [
    ...[...team, granted(other)],
    { type: "AdminConfirmed", data: { userId: invited, confirmedBy: other } },
    ...[revoked(invited), granted(invited, other)],
  ];
  expect(await test.given(events, async (tx) => (await adminsById(tx, [invited])).get(invited)))
    .toMatchObject({ root: other, invitedBy: other, isConfirmed: false });
});
