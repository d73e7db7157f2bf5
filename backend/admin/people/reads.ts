import { appealsOf } from "../../../projections/trust/appeals.ts";
import { refundsOf } from "../../../projections/gifts/gift_refunds.ts";
import { waitingAbout } from "../../../projections/admin/proposals.ts";
import { type GiftRow, giftsAround } from "../../../projections/gifts/gifts.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { devicesOf } from "../../../projections/trust/listening_evidence.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { balancesBefore } from "../../../projections/wallet/wallet_history.ts";
import { pageOfUser } from "../../../projections/wallet/withdrawals.ts";
import { openPersonOf, openPersonsOf, openSuspension } from "../../accounts/account/reads.ts";
import type { AdminUser } from "../../contract/admin_users.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { tokensOf } from "../../contract/money.ts";
import { GIFT_REFUND } from "../../gifts/refund/events.ts";
import type { PersonGifts, PersonPage, PersonPayouts } from "../../contract/people.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { readStreams } from "../../store/log/read.ts";
import { groupOf } from "../../trust/group/reads.ts";
import { invitedAdmins } from "../team/reads.ts";
import { adminUser } from "../users/reads.ts";
import { type PersonNoted, personNotesStream } from "./events.ts";

const PAGE = 50;
const MOST_DEVICES = 20;

/** A person's page; the balance is what they had before a moment (epoch ms). Refuses with `not_found`. */
export async function aboutPerson(
  deps: Deps,
  userId: string,
  before: number,
): Promise<PersonPage> {
  const { sql } = deps.store;
  const person = await personOf(deps, userId);
  const shard = deps.shardOf(userId);
  const [levels, group, balance, devices, sessions, appeals, notes] = await Promise.all([
    levelsOf(sql, [userId]),
    groupOf(deps, userId),
    balancesBefore(sql, shard, { userId, before }),
    devicesOf(sql, { shard, listenerId: userId }),
    deps.sessions.list(userId),
    appealsOf(sql, userId),
    notesOn(deps, userId),
  ]);
  const { available, settling, pending } = balance;
  return {
    person,
    level: levels.get(userId) ?? 0,
    ...(group && { group: { groupId: group.groupId, members: group.members, score: group.score } }),
    balance: {
      at: isoTime(before - 1),
      ...{ available: tokensOf(available), settling: tokensOf(settling), pending: tokensOf(pending) },
    },
    devices: devices.slice(0, MOST_DEVICES).map(({ deviceId, plays, units, others }) => (
      { deviceId, plays, tokens: tokensOf(units), others }
    )),
    sessions: sessions.map(({ sessionId, userAgent, audience, createdAt, lastSeenAt }) => ({
      ...{ sessionId, userAgent, isAdmin: audience !== "user" },
      ...{ createdAt: isoTime(createdAt), lastSeenAt: isoTime(lastSeenAt) },
    })),
    appeals: appeals.map(({ appealId, writtenAt, state }) => ({ appealId, at: isoTime(writtenAt), state })),
    notes,
  };
}

async function personOf(deps: Deps, userId: string): Promise<AdminUser> {
  const { sql } = deps.store;
  const [user, person, invited] = await Promise.all([
    findUser(sql, userId),
    openPersonOf(deps, userId),
    invitedAdmins(sql),
  ]);
  if (!user || !person) throw new Refusal("not_found", "User not found");
  const { createdAt, role, isAdmin, isVerified, closing } = user;
  const suspension = await openSuspension(deps, user);
  const entry = { userId, createdAt, role, isAdmin, isVerified, suspension, isClosing: !!closing, ...person };
  return adminUser(entry, invited);
}

async function notesOn(deps: Deps, userId: string): Promise<PersonPage["notes"]> {
  const { sql } = deps.store;
  const stream = personNotesStream(userId);
  const [streams, keys] = await Promise.all([
    readStreams<PersonNoted>(sql, "social", [stream]),
    deps.personal.keysOf(sql, [userId]),
  ]);
  const key = keys.get(userId);
  const events = streams.get(stream) ?? [];
  if (!key) return [];
  const personName = await namesOf(deps, events.map(({ data }) => data.adminId));
  return events.toReversed().map(({ data, recordedAt }) => (
    { at: isoTime(recordedAt), by: personName(data.adminId) || "A former admin", text: key.open("note", data.note) }
  ));
}

/** A page of what a person gave and got, newest first. Refuses with `not_found`. */
export async function giftsOfPerson(deps: Deps, userId: string, cursor: string | undefined): Promise<PersonGifts> {
  await assertKnown(deps, userId);
  const last = placeIn(cursor);
  const before = last && { at: last.at, giftId: last.id };
  const rows = await giftsAround(deps.store.sql, userId, { limit: PAGE, before });
  const { sql } = deps.store;
  const giftIds = rows.map(wholeOf);
  const [personName, decided, waiting] = await Promise.all([
    namesOf(deps, rows.flatMap(({ giverId, artistId }) => [giverId, artistId])),
    refundsOf(sql, giftIds),
    waitingAbout(sql, { kind: GIFT_REFUND, subjects: giftIds, now: deps.now() }),
  ]);
  const refundOf = (giftId: string) => decided.has(giftId) ? "decided" : waiting.has(giftId) ? "waiting" : undefined;
  const gifts = rows.map((row): PersonGifts["gifts"][number] => {
    const way = row.giverId === userId ? "given" : "got";
    const refund = row.status === "refunded" ? undefined : refundOf(wholeOf(row));
    const otherId = way === "given" ? row.artistId : row.giverId;
    return {
      ...{
        giftId: row.giftId,
        at: isoTime(row.at),
        way,
        method: row.method,
        tokens: tokensOf(way === "given" ? row.wholeUnits : row.units),
      },
      other: { userId: otherId, name: personName(otherId) },
      status: row.status === "refunded" ? "refunded" : "sent",
      ...(refund && { refund }),
      ...(row.reference && { reference: row.reference }),
    };
  });
  const end = rows.length === PAGE ? rows.at(-1) : undefined;
  return { gifts, ...(end && { nextCursor: `${end.at}_${end.giftId}` }) };
}

/** The gift that an admin's refund returns: parts of collaborators go back with it. */
function wholeOf({ giftId, shareOf }: GiftRow): string {
  return shareOf ?? giftId;
}

/** A page of a person's withdrawals, newest first. Refuses with `not_found`. */
export async function payoutsOfPerson(deps: Deps, userId: string, cursor: string | undefined): Promise<PersonPayouts> {
  await assertKnown(deps, userId);
  const last = placeIn(cursor);
  const before = last && { requestedAt: last.at, withdrawalId: last.id };
  const rows = await pageOfUser(deps.store.sql, userId, { limit: PAGE, before });
  const end = rows.length === PAGE ? rows.at(-1) : undefined;
  return {
    payouts: rows.map(({ withdrawalId, requestedAt, units, status, reference }) => ({
      ...{ withdrawalId, requestedAt: isoTime(requestedAt), amount: tokensOf(units), status },
      ...(reference && { reference }),
    })),
    ...(end && { nextCursor: `${end.requestedAt}_${end.withdrawalId}` }),
  };
}

/** Refuses with `not_found` an id without an account. */
export async function assertKnown({ store }: Pick<Deps, "store">, userId: string): Promise<void> {
  if (!(await findUser(store.sql, userId))) throw new Refusal("not_found", "User not found");
}

/** Full names, empty for erased people. */
async function namesOf(deps: Pick<Deps, "store" | "personal">, ids: readonly string[]) {
  const persons = await openPersonsOf(deps, [...new Set(ids)]);
  return (id: string) => fullName(persons.get(id));
}

function placeIn(cursor: string | undefined): { at: number; id: string } | undefined {
  const [at, id] = cursor?.split("_") ?? [];
  return at && id ? { at: Number(at), id } : undefined;
}
