import { caseOfClaim, caseOfDecision, type CaseRow, claimsBy } from "../../projections/moderation/moderation.ts";
import { openPersonOf } from "../accounts/account/reads.ts";
import { newId } from "../contract/ids.ts";
import { CLAIM_CONFIRM_DAYS } from "../contract/moderation.ts";
import { Refusal } from "../contract/refusal.ts";
import type { CounterNoticeRequest, ReportRequest, TakedownRequest } from "../contract/requests/moderation.ts";
import type { Deps } from "../deps.ts";
import type { ExecuteOptions } from "../store/log/command.ts";
import type { Metadata } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { appealDecision, caseIdOf, claimTakedown, confirmClaim, giveCounterNotice, reportContent } from "./cases.ts";
import type { AboutCase } from "./events.ts";
import { filledMailboxOf } from "../accounts/signup/filled_mailbox.ts";
import { refuseUnasked } from "./state.ts";
import { findSubject } from "./subjects.ts";

interface Origin {
  readonly metadata: Metadata;
  readonly commandId?: string;
}

const LISTS = ["moderation"];
const DAY_MS = 24 * 3_600_000;

/**
 * Someone reports something. Throws Refusal `not_found` for what is not to be seen, `conflict` for one's own. A second
 * report of the same person answers as the first did.
 */
export async function report(
  deps: Deps,
  { kind, id, reason, words, reporterId }: ReportRequest & { readonly reporterId: string },
  { metadata }: Origin,
): Promise<void> {
  const subject = await findSubject(deps, kind, id);
  if (!subject) throw new Refusal("not_found", "This is no longer there");
  const about: AboutCase = { caseId: caseIdOf(kind, id), kind, subjectId: id, ownerId: subject.ownerId };
  const sealed = words === "" ? {} : { words: await sealedBy(deps, reporterId, { field: "report", text: words }) };
  const data = { ...about, reportId: newId(deps.now()), reporterId, reason, ...sealed };
  const command = { ...about, report: data, isThere: subject.isShown };
  const { positions } = await deps.store.execute(reportContent, command, { logs: ["social"], metadata });
  await deps.store.catchUp(LISTS, { positions });
}

/** The owner appeals against a decision. Throws Refusal `not_found`, `conflict`. */
export async function appeal(
  deps: Deps,
  { decisionId, userId, text }: { readonly decisionId: string; readonly userId: string; readonly text: string },
  { metadata, commandId }: Origin,
): Promise<void> {
  const about = await ownCase(deps, { decisionId, userId });
  const words = await sealedBy(deps, userId, { field: "appeal", text });
  // A repeated request of the same text is the same appeal.
  const appealId = derivedId(decisionId, `appeal ${commandId ?? newId()}`);
  const command = { ...about, appealId, decisionId, words, userId };
  const options = optionsOf({ metadata, ...(commandId && { commandId }) }, { decisionId, text });
  const { positions } = await deps.store.execute(appealDecision, command, options);
  await deps.store.catchUp(LISTS, { positions });
}

/** The artist answers a claim. Throws Refusal `not_found`, `conflict`. */
export async function counterNotice(
  deps: Deps,
  { claimId, userId, name, address, statement }: Omit<CounterNoticeRequest, "isTrue"> & {
    readonly claimId: string;
    readonly userId: string;
  },
  origin: Origin,
): Promise<void> {
  const about = await ownCase(deps, { decisionId: claimId, userId });
  const seal = (field: string, text: string) => sealedBy(deps, userId, { field, text });
  const command = {
    ...{ ...about, claimId, userId, name: await seal("counter-notice name", name) },
    address: await seal("counter-notice address", address),
    statement: await seal("counter-notice statement", statement),
  };
  const options = optionsOf(origin, { claimId, name, address, statement });
  const { positions } = await deps.store.execute(giveCounterNotice, command, options);
  await deps.store.catchUp(LISTS, { positions });
}

/**
 * A rights holder claims a song; no account is needed. Each mailbox has one key, which is destroyed when the claimant asks
 * for it. Throws Refusal `not_found`, `conflict`, `too_many_attempts`. Answers the claim's id.
 */
export async function claim(
  deps: Deps,
  { trackId, email, ...said }: TakedownRequest,
  { metadata, commandId = newId() }: Origin,
): Promise<{ claimId: string }> {
  const subject = await findSubject(deps, "song", trackId);
  if (!subject) throw new Refusal("not_found", "This song is not on Orin");
  const about: AboutCase = {
    ...{ caseId: caseIdOf("song", trackId), kind: "song", subjectId: trackId, ownerId: subject.ownerId },
  };
  const claimantId = claimantIdOf(deps, email);
  const claimId = derivedId(trackId, `claim ${claimantId} ${commandId}`);
  const { counts, isThere } = await claimsBy(deps.store.sql, { claimantId, claimId });
  if (!isThere) refuseUnasked(counts);
  const key = await deps.personal.keyOf(deps.store.sql, claimantId);
  const seal = (field: keyof typeof said & string) => key.seal(`claim ${field}`, String(said[field]));
  const confirmBy = deps.now() + CLAIM_CONFIRM_DAYS * DAY_MS;
  const data = {
    ...{ ...about, claimId, claimantId, confirmBy, name: seal("name"), email: key.seal("claim email", email) },
    ...{
      organisation: seal("organisation"),
      address: seal("address"),
      work: seal("work"),
      statement: seal("statement"),
    },
  };
  const command = { ...about, claim: data, isThere: subject.isShown };
  const { positions } = await deps.store.execute(claimTakedown, command, { logs: ["social"], metadata });
  await deps.store.catchUp(LISTS, { positions });
  return { claimId };
}

/**
 * Confirms the claim by the link from our mail, once. Throws Refusal `link_invalid`, `conflict`. The same
 * Idempotency-Key answers the first result again.
 */
export async function confirm(deps: Deps, claimId: string, origin: Origin): Promise<void> {
  const row = await caseOfClaim(deps.store.sql, claimId);
  if (!row) throw new Refusal("link_invalid", "There is no such claim");
  const options = optionsOf(origin, { claimId });
  const { positions } = await deps.store.execute(confirmClaim, { ...aboutOf(row), claimId }, options);
  await deps.store.catchUp(LISTS, { positions });
}

/** One claimant for each mailbox. The id is a keyed hash, so only Orin can make it. */
function claimantIdOf({ personal }: Pick<Deps, "personal">, email: string): string {
  const hex = personal.lookupHash("takedown", filledMailboxOf(email));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The claimant that a person would be under the address of their account. */
export async function ownClaimantId(
  deps: Pick<Deps, "store" | "personal">,
  userId: string,
): Promise<string | undefined> {
  const person = await openPersonOf(deps, userId);
  return person && claimantIdOf(deps, person.email);
}

/** The case of a decision about something of this person's. Throws Refusal `not_found`. */
async function ownCase(
  deps: Pick<Deps, "store">,
  { decisionId, userId }: { readonly decisionId: string; readonly userId: string },
): Promise<AboutCase> {
  const row = await caseOfDecision(deps.store.sql, decisionId);
  if (row?.ownerId !== userId) throw new Refusal("not_found", "There is no such decision about something of yours");
  return aboutOf(row);
}

/** What a case is about, for its events. */
function aboutOf({ caseId, kind, subjectId, ownerId }: CaseRow): AboutCase {
  return { caseId, kind, subjectId, ownerId };
}

/** The same Idempotency-Key answers the first result again. */
function optionsOf({ metadata, commandId }: Origin, content: Record<string, string>): ExecuteOptions {
  return { logs: ["social"], metadata, ...(commandId === undefined ? {} : { commandId, content }) };
}

async function sealedBy(
  { personal, store }: Pick<Deps, "personal" | "store">,
  personId: string,
  { field, text }: { readonly field: string; readonly text: string },
): Promise<string> {
  const key = (await personal.keysOf(store.sql, [personId])).get(personId);
  // Erased since the log-in: making a new key would bring the person back.
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return key.seal(field, text);
}
