import { unitsOfWithdrawals } from "../../projections/wallet/withdrawals.ts";
import {
  type AuditFilter,
  type AuditPlace,
  auditTypes,
  findAudit,
  ownersOfWithdrawals,
  subjectsOf,
} from "../../projections/admin/audit_subjects.ts";
import { findGifts } from "../../projections/gifts/gifts.ts";
import { countPlays } from "../../projections/trust/listening_evidence.ts";
import { trackFacts } from "../../projections/catalogue/tracks.ts";
import { findUsers } from "../../projections/accounts/users.ts";
import { openPersonsOf } from "../accounts/account/reads.ts";
import { type AuditAnswer, type AuditEvent, type AuditSubject, SEALED_WORD } from "../contract/audit.ts";
import { fullName } from "../contract/full_name.ts";
import { tokensOf } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import type { ChainedEvent } from "../store/chain/chained_events.ts";
import type { Json } from "../store/log/canonical.ts";
import { eventsAt, hideSealed } from "./reads.ts";

const PAGE = 50;
const NAME = "audit_subjects";
/** A list of people may be on an event; its row names the first ones. */
const MOST_NAMED = 3;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An actor who is a person. */
const PERSON = /^user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

interface Found {
  readonly answer: AuditAnswer;
  /** Whose names the answer holds. */
  readonly personIds: readonly string[];
}

/** A page of the events that fit, newest first, older than the cursor's. */
export async function searchAudit(deps: Deps, filter: AuditFilter, cursor: string | undefined): Promise<Found> {
  const { store } = deps;
  const userId = /^user:(.+)$/.exec(filter.subject ?? "")?.[1];
  const isFirst = cursor === undefined;
  const [places, types, plays, lags] = await Promise.all([
    findAudit(store.sql, filter, { before: placeIn(cursor), limit: PAGE }),
    isFirst ? auditTypes(store.sql) : undefined,
    isFirst && userId !== undefined
      ? countPlays(store.sql, { shard: deps.shardOf(userId), listenerId: userId })
      : undefined,
    store.lag(),
  ]);
  const { named, personIds } = await nameEvents(deps, await eventsAt(deps, places));
  const last = places.length === PAGE ? places.at(-1) : undefined;
  const behind = lags.filter(({ name }) => name === NAME).reduce((sum, row) => sum + row.head - row.position, 0);
  const answer: AuditAnswer = {
    events: named.map(shown),
    ...(last && { nextCursor: `${last.recordedAt}_${last.log}_${last.position}` }),
    ...(types && { types }),
    ...(plays !== undefined && { plays }),
    behind,
  };
  return { answer, personIds };
}

/** An event, and what its row says of it. */
export interface NamedEvent {
  readonly event: ChainedEvent;
  readonly words: Pick<AuditEvent, "actorName" | "about" | "amount">;
}

/** Who did each event, about whom, and what it is worth; and whose names that opened. */
export async function nameEvents(
  deps: Pick<Deps, "store" | "personal">,
  events: readonly ChainedEvent[],
): Promise<{ named: NamedEvent[]; personIds: string[] }> {
  const { sql } = deps.store;
  const found = await subjectsBehind(deps, events);
  const about = events.map((event) =>
    [...new Set([...subjectsOf(event), ...found(event)])].slice(0, MOST_NAMED).map(partsOf)
  );
  const idsOf = (
    kind: AuditSubject["kind"],
  ) => [...new Set(about.flat().flatMap((one) => one.kind === kind ? [one.id] : []))];
  const withdrawalIds = idsOf("withdrawal");
  const [units, owners, tracks] = await Promise.all([
    unitsOfWithdrawals(sql, withdrawalIds),
    ownersOfWithdrawals(sql, withdrawalIds),
    trackFacts(sql, idsOf("track")),
  ]);
  const actors = events.flatMap(({ metadata: { actor } }) => PERSON.exec(actor)?.[1] ?? []);
  const persons = await openPersonsOf(deps, [...new Set([...actors, ...idsOf("user"), ...owners.values()])]);
  const personName = (userId = "") => fullName(persons.get(userId));
  const subjectNames: Record<AuditSubject["kind"], (id: string) => string> = {
    user: personName,
    track: (id) => tracks.get(id)?.title ?? "",
    withdrawal: (id) => personName(owners.get(id)),
    policy: () => "",
  };
  const named = events.map((event, index) => {
    const subjects = about[index] ?? [];
    const actorName = personName(event.metadata.actor.slice(5));
    const amount = amountOf(event) ?? worthOf(subjects, units);
    const words: NamedEvent["words"] = {
      ...(actorName && { actorName }),
      about: subjects.map((one) => ({ ...one, name: subjectNames[one.kind](one.id) })),
      ...(amount && { amount }),
    };
    return { event, words };
  });
  return { named, personIds: [...persons.keys()] };
}

/** Whom or what the decided thing of an event is about, where its own members name only that thing: a gift, a person, a song. */
async function subjectsBehind(
  { store: { sql } }: Pick<Deps, "store">,
  events: readonly ChainedEvent[],
): Promise<(event: ChainedEvent) => string[]> {
  const ids = [...new Set(events.flatMap((event) => decidedThing(event) ?? []))];
  const [gifts, users, tracks] = await Promise.all([findGifts(sql, ids), findUsers(sql, ids), trackFacts(sql, ids)]);
  return (event) => {
    const id = decidedThing(event) ?? "";
    const gift = gifts.get(id);
    if (gift) return [`user:${gift.giverId}`, `user:${gift.artistId}`];
    return users.has(id) ? [`user:${id}`] : tracks.has(id) ? [`track:${id}`] : [];
  };
}

/** What a proposal or a decision about a gift names: the id of the gift, the person or the song. */
function decidedThing({ data }: ChainedEvent): string | undefined {
  const { giftId, subject } = members(data);
  return [giftId, subject].find((id): id is string => typeof id === "string" && UUID.test(id));
}

function partsOf(subject: string): Pick<AuditSubject, "kind" | "id"> {
  const [kind = "", id = ""] = subject.split(":");
  return { kind: kind as AuditSubject["kind"], id };
}

/** What the event says itself: units of tokens, kobo, or what a transfer moves. */
function amountOf({ type, data }: ChainedEvent): AuditEvent["amount"] {
  const { units, amountKobo, entries } = members(data);
  if (type === "TransferPosted" && Array.isArray(entries)) {
    const amounts = entries.map((entry: Json) => Number(members(entry).amount));
    return { tokens: tokensOf(amounts.reduce((sum, one) => sum + Math.max(0, one), 0)) };
  }
  if (typeof units === "number") return { tokens: tokensOf(units) };
  return typeof amountKobo === "number" ? { kobo: amountKobo } : undefined;
}

/** A decision about a withdrawal is worth its amount. */
function worthOf(subjects: readonly Pick<AuditSubject, "id">[], units: ReadonlyMap<string, number>) {
  const found = subjects.flatMap(({ id }) => units.get(id) ?? [])[0];
  return found === undefined ? undefined : { tokens: tokensOf(found) };
}

function members(value: Json): { readonly [name: string]: Json | undefined } {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? value as { readonly [name: string]: Json | undefined }
    : {};
}

/** Sealed fields stay sealed: another call opens them. */
function shown({ event, words }: NamedEvent): AuditEvent {
  const { metadata, occurredAt, recordedAt, data, ...others } = event;
  return {
    ...others,
    ...metadata,
    ...words,
    occurredAt: new Date(occurredAt).toISOString(),
    recordedAt: new Date(recordedAt).toISOString(),
    data: hideSealed(data, SEALED_WORD),
  };
}

/** The schema has seen to its form. */
function placeIn(cursor: string | undefined): AuditPlace | undefined {
  const [recordedAt, log, position] = cursor?.split("_") ?? [];
  return log === undefined
    ? undefined
    : { recordedAt: Number(recordedAt), log: log as AuditPlace["log"], position: Number(position) };
}
