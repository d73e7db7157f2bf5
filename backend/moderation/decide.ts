import type { AppealVerdict, ReportReason, SubjectKind } from "../contract/moderation.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { CommandHandler, ExecuteOptions } from "../store/log/command.ts";
import type { Json } from "../store/log/canonical.ts";
import type { Metadata } from "../store/log/event.ts";
import { holdMusic } from "../catalogue/artist/hold.ts";
import {
  answerModerationAppeal,
  caseIdOf,
  cases,
  contestTakedown,
  dismissReports,
  endTakedown,
  grantTakedown,
  hideContent,
  refuseTakedown,
  showContent,
} from "./cases.ts";
import type { AboutCase } from "./events.ts";
import type { Case } from "./state.ts";
import { findSubject } from "./subjects.ts";
import { ownClaimantId } from "./report.ts";

/** The projections that show a decision immediately. */
const SHOWN = ["moderation", "tracks", "albums", "creators", "search", "renditions"];

/** An admin and the thing that they decide about. */
export interface Judging {
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly adminId: string;
  /** How many decisions of the case the admin saw. */
  readonly seen: number;
  /** For the person whom it concerns. */
  readonly words: string;
  readonly metadata: Metadata;
  readonly commandId?: string;
}

/** Nothing is wrong with what was reported. Throws Refusal `not_found`, `already_decided`, `conflict`. */
export async function dismiss(deps: Deps, judging: Judging): Promise<void> {
  const { about, key, decision } = await opened(deps, judging);
  const words = key.seal("moderation note", judging.words);
  await run(deps, dismissReports, { judging, command: { ...about, ...decision, words }, content: {} });
}

/** Hides something. Throws Refusal `not_found`, `already_decided`, `conflict`. */
export async function hide(
  deps: Deps,
  judging: Judging & { readonly reason: ReportReason; readonly strike: boolean },
): Promise<void> {
  const { reason, strike } = judging;
  const { about, key, decision } = await opened(deps, judging);
  const command = { ...about, ...decision, reason, strike, words: key.seal("answer", judging.words) };
  await run(deps, hideContent, { judging, command, content: { reason, strike } });
}

/** Shows it again. Throws Refusal `not_found`, `already_decided`, `conflict`. */
export async function show(deps: Deps, judging: Judging): Promise<void> {
  const { about, key, decision: { adminId, seen } } = await opened(deps, judging);
  const command = { ...about, adminId, seen, words: key.seal("answer", judging.words) };
  await run(deps, showContent, { judging, command, content: {} });
}

/** Answers an appeal. Throws Refusal as `answerModerationAppeal`. */
export async function answer(
  deps: Deps,
  judging: Judging & { readonly appealId: string; readonly verdict: AppealVerdict },
): Promise<void> {
  const { appealId, verdict } = judging;
  const { about, key, decision: { adminId, seen } } = await opened(deps, judging);
  const command = { ...about, adminId, seen, appealId, verdict, words: key.seal("answer", judging.words) };
  await run(deps, answerModerationAppeal, { judging, command, content: { appealId, verdict } });
}

const STEPS = { grant: grantTakedown, refuse: refuseTakedown, contest: contestTakedown, end: endTakedown } as const;
export type ClaimAction = keyof typeof STEPS;

/** Takes a step with a claim. Throws Refusal `not_found`, `already_decided`, `conflict`. */
export async function stepClaim(
  deps: Deps,
  judging: Judging & { readonly claimId: string; readonly action: ClaimAction; readonly strike: boolean },
): Promise<void> {
  const { claimId, action, strike } = judging;
  const { about, key, known, decision: { adminId, seen } } = await opened(deps, judging);
  const claim = known.claims.get(claimId);
  if (!claim) throw new Refusal("not_found", "There is no such claim");
  // A refusal is for the claimant, all else for the artist.
  const reader = action === "refuse" ? await deps.personal.keyOf(deps.store.sql, claim.claimantId) : key;
  const words = reader.seal("answer", judging.words);
  const isOwnClaim = await ownClaimantId(deps, adminId) === claim.claimantId;
  const command = { ...about, adminId, seen, claimId, strike, words, isOwnClaim };
  await run(deps, STEPS[action], { judging, command, content: { claimId, action, strike } });
}

/** The thing with its owner's key. Throws Refusal `not_found` for what is not there any more. */
async function opened(deps: Deps, { kind, subjectId, adminId, seen }: Judging) {
  const { sql } = deps.store;
  const subject = await findSubject(deps, kind, subjectId);
  const caseId = caseIdOf(kind, subjectId);
  const known: Case = (await cases.states(sql, [caseId]))(caseId);
  const key = subject && (await deps.personal.keysOf(sql, [subject.ownerId])).get(subject.ownerId);
  if (!subject || !key) throw new Refusal("not_found", "This is no longer there");
  const about: AboutCase = { caseId, kind, subjectId, ownerId: subject.ownerId };
  return { about, key, known, decision: { decisionId: newId(deps.now()), adminId, seen } };
}

interface Running<Command> {
  readonly judging: Judging;
  readonly command: Command;
  /** What makes it the same request beside the words. */
  readonly content: Record<string, string | boolean>;
}

async function run<Command, State>(
  deps: Deps,
  handler: CommandHandler<Command, State, { changed: boolean }>,
  { judging, command, content }: Running<Command>,
): Promise<void> {
  const { kind, subjectId, words, seen, metadata, commandId } = judging;
  const said: Json = { kind, subjectId, words, seen, ...content };
  const options: ExecuteOptions = {
    logs: ["social"],
    metadata,
    ...(commandId === undefined ? {} : { commandId, content: said }),
  };
  const { positions } = await deps.store.execute(handler, command, options);
  if (kind === "artist") {
    const hold = { hold: "moderation", holdId: caseIdOf(kind, subjectId), by: "admin" } as const;
    await holdMusic(deps, { artistId: subjectId, ...hold });
    // What the songs followed with came later than the decision.
    await deps.store.catchUp(SHOWN);
  }
  await deps.store.catchUp(SHOWN, { positions });
}
