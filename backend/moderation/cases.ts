import type { FindAnswerers } from "../contract/appeal_reviewers.ts";
import { readAnswerers } from "../approvals/reads.ts";
import { artistHolds, type HeldArtists, holdOneArtist, liftOneArtist } from "../catalogue/artist/hold.ts";
import { holdOne, liftOne, type Tracks } from "../catalogue/track/hold.ts";
import { tracks } from "../catalogue/track/tracks.ts";
import type { SubjectKind } from "../contract/moderation.ts";
import type { Append } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { streamsOf } from "../store/streams.ts";
import {
  type AboutCase,
  caseStream,
  type ContentHidden,
  type ContentReported,
  type ContentShown,
  type CounterNoticeGiven,
  type ModerationAppealAnswered,
  type ModerationAppealed,
  type ModerationEvent,
  type ReportsDismissed,
  type TakedownClaimed,
} from "./events.ts";
import {
  type Case,
  type ClaimStep,
  decideAppeal,
  decideClaim,
  decideClaimConfirmed,
  decideClaimLapsed,
  decideContest,
  decideCounter,
  decideDismiss,
  decideEnd,
  decideGrant,
  decideHide,
  decideLapse,
  decideRefuseClaim,
  decideReport,
  decideShow,
  decideVerdict,
  type Deciding,
  evolveCase,
  NO_CASE,
} from "./state.ts";

/** The cases, by their ids. */
export const cases = streamsOf<string, Case, ModerationEvent>({
  log: "social",
  stream: caseStream,
  initial: NO_CASE,
  evolve: evolveCase,
});

/** The one case of a thing. */
export function caseIdOf(kind: SubjectKind, subjectId: string): string {
  return derivedId(subjectId, `moderation ${kind}`);
}

interface CaseContext {
  readonly now: number;
  readonly findAnswerers: FindAnswerers;
}

/** What decisions hold, or let go. */
interface Held {
  readonly tracks: Tracks;
  readonly artists: HeldArtists;
}

/** For commands that answer no appeal. */
const NOBODY: FindAnswerers = () => ({ rule: "agree_only", ids: [], tooSoon: [] });

/** A command to one case, with what follows for a song or an artist in the same transaction. */
function caseHandler<Command extends AboutCase>(
  name: string,
  decide: (known: Case, command: Command, around: CaseContext) => ModerationEvent[],
  { isAnswer = false }: { isAnswer?: boolean } = {},
) {
  return cases.handler(name, {
    id: ({ caseId }: Command) => caseId,
    async beside(tx, commands, scope) {
      const idsOf = (kind: SubjectKind) => commands.filter((one) => one.kind === kind).map((one) => one.subjectId);
      const [loadedTracks, artists, findAnswerers] = await Promise.all([
        tracks.load(tx, scope, idsOf("song")),
        artistHolds.load(tx, scope, idsOf("artist")),
        isAnswer ? readAnswerers(tx, scope.now) : NOBODY,
      ]);
      return { tracks: loadedTracks, artists, findAnswerers };
    },
    decide: (known, command, { beside: { findAnswerers }, now }) => decide(known, command, { now, findAnswerers }),
    appends: (events, { caseId }, { streams, beside, now }) => [
      ...streams.add(caseId, events),
      ...events.flatMap((event) => effectsOf(beside, event, now)),
    ],
    result: ({ events }) => ({ changed: events.length > 0 }),
  });
}

/** What a decision does to the song or the artist that it is about; comments, lists and pictures read it themselves. */
function effectsOf({ tracks, artists }: Held, { type, data }: ModerationEvent, now: number): Append[] {
  const { kind, subjectId, caseId } = data;
  switch (type) {
    case "ContentHidden":
    case "ContentShown": {
      const hold = { hold: "moderation", holdId: caseId, by: "admin" } as const;
      const isHidden = type === "ContentHidden";
      if (kind === "song") {
        const song = { ...hold, trackId: subjectId };
        return isHidden ? holdOne(tracks, song) : liftOne(tracks, song, now);
      }
      if (kind !== "artist") return [];
      const artist = { ...hold, artistId: subjectId };
      return isHidden ? holdOneArtist(artists, artist) : liftOneArtist(artists, artist);
    }
    case "TakedownGranted":
      return holdOne(tracks, { trackId: subjectId, hold: "takedown", holdId: data.claimId, by: "admin" });
    case "TakedownEnded": {
      const by = data.because === "admin" ? "admin" : "system";
      return liftOne(tracks, { trackId: subjectId, hold: "takedown", holdId: data.claimId, by }, now);
    }
    default:
      return [];
  }
}

interface ReportContent {
  readonly report: ContentReported["data"];
  /** Whether everybody can see it now. */
  readonly isThere: boolean;
}

/** Reports something; the same person's second report changes nothing. Throws Refusal `not_found`, `conflict`. */
export const reportContent = caseHandler<AboutCase & ReportContent>(
  "reportContent",
  (known, { report, isThere }, { now }) => decideReport(known, { report, isThere, now }),
);

/** An admin found nothing wrong. Throws Refusal `already_decided`, `conflict`. */
export const dismissReports = caseHandler<ReportsDismissed["data"] & Deciding>("dismissReports", decideDismiss);

/** An admin hides something. Throws Refusal `already_decided`, `conflict`. */
export const hideContent = caseHandler<ContentHidden["data"] & Deciding>("hideContent", decideHide);

/** An admin shows it again. Throws Refusal `already_decided`, `conflict`. */
export const showContent = caseHandler<Omit<ContentShown["data"], "decisionId"> & Deciding>("showContent", decideShow);

/** The owner appeals, once for each decision. Throws Refusal `not_found`, `conflict`. */
export const appealDecision = caseHandler<ModerationAppealed["data"] & { readonly userId: string }>(
  "appealModeration",
  decideAppeal,
);

/** Another admin answers. Throws Refusal `already_decided`, `not_your_approval`, `not_independent`, `conflict`. */
export const answerModerationAppeal = caseHandler<
  Omit<ModerationAppealAnswered["data"], "decisionId"> & Deciding
>(
  "answerModerationAppeal",
  (known, command, { findAnswerers }) => decideVerdict(known, command, findAnswerers),
  { isAnswer: true },
);

interface ClaimTakedown {
  readonly claim: TakedownClaimed["data"];
  readonly isThere: boolean;
}

/** A rights holder claims a song. Throws Refusal `not_found`, `conflict`. */
export const claimTakedown = caseHandler<AboutCase & ClaimTakedown>(
  "claimTakedown",
  (known, { claim, isThere }) => decideClaim(known, { claim, isThere }),
);

type OfClaim = AboutCase & { readonly claimId: string };

/** The claimant confirms their address. Throws Refusal `link_invalid`, `conflict`. */
export const confirmClaim = caseHandler<OfClaim>(
  "confirmClaim",
  (known, command, { now }) => decideClaimConfirmed(known, { ...command, now }),
);

/** Forgets a claim that was not confirmed in time; before that, and for a confirmed claim, nothing happens. */
export const lapseClaim = caseHandler<OfClaim>(
  "lapseClaim",
  (known, command, { now }) => decideClaimLapsed(known, { ...command, now }),
);

/** An admin grants a claim: the song is held. Throws Refusal `not_found`, `already_decided`, `conflict`. */
export const grantTakedown = caseHandler<ClaimStep>("grantTakedown", decideGrant);

/** An admin refuses a claim. Throws Refusal `not_found`, `already_decided`, `conflict`. */
export const refuseTakedown = caseHandler<ClaimStep>("refuseTakedown", decideRefuseClaim);

/**
 * The claimant went to court. Throws Refusal `not_found`, `already_decided`, `conflict`, `not_your_approval`,
 * `not_independent`.
 */
export const contestTakedown = caseHandler<ClaimStep>(
  "contestTakedown",
  (known, command, { findAnswerers }) => decideContest(known, command, findAnswerers),
  { isAnswer: true },
);

/** An admin ends a claim: the song is free of it. Throws Refusal `not_found`, `already_decided`, `conflict`. */
export const endTakedown = caseHandler<ClaimStep>("endTakedown", decideEnd);

type GiveCounterNotice = Omit<CounterNoticeGiven["data"], "claimantId" | "restoreAt"> & { readonly userId: string };

/** The artist answers a claim; from then on its time runs. Throws Refusal `not_found`, `conflict`. */
export const giveCounterNotice = caseHandler<GiveCounterNotice>(
  "giveCounterNotice",
  (known, command, { now }) => decideCounter(known, { ...command, now }),
);

/** Ends a claim whose time has run out; before, and where the claimant went to court, nothing happens. */
export const lapseTakedown = caseHandler<OfClaim>(
  "lapseTakedown",
  (known, command, { now }) => decideLapse(known, { ...command, now }),
);
