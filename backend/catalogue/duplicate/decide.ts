import type { DuplicateAnswer } from "../../contract/duplicates.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Tx } from "../../store/sql.ts";
import { decideLift, decideRemoval } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import { duplicates } from "./duplicates.ts";
import type { DuplicateDecided } from "./events.ts";
import { decideAnswer, decideDecision } from "./state.ts";

interface MatchRef {
  readonly matchId: string;
  /** The track that the match is about. */
  readonly trackId: string;
}

interface AnswerDuplicate extends MatchRef {
  readonly ownerId: string;
  /** What takes the place of another recording is decided with that one: `offerKnown`. */
  readonly answer: Exclude<DuplicateAnswer, "replace">;
}

type DecideDuplicate = MatchRef & Pick<DuplicateDecided["data"], "decision" | "ground" | "reason" | "adminId">;

function tracksOf(tx: Tx, commands: readonly MatchRef[], scope: GroupScope) {
  return tracks.load(tx, scope, commands.map(({ trackId }) => trackId));
}

/** The artist keeps both recordings, or takes the new one away again. Repeating it changes nothing. */
export const answerDuplicate = duplicates.handler("answerDuplicate", {
  id: ({ matchId }: AnswerDuplicate) => matchId,
  beside: tracksOf,
  decide: decideAnswer,
  appends(events, { matchId, trackId, ownerId, answer }, { streams: duplicates, beside: tracks, now }) {
    if (events.length === 0) return [];
    const track = tracks.of(trackId);
    const follows = answer === "withdraw"
      ? decideRemoval(track, { trackId, userId: ownerId, isAdmin: false })
      : decideLift(track, { trackId, hold: "duplicate", holdId: matchId, by: "owner" }, now);
    return [...duplicates.add(matchId, events), ...tracks.add(trackId, follows)];
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** A moderator keeps a recording from coming out, or lets it go. Refuses with `not_found`, `already_decided`. */
export const decideDuplicate = duplicates.handler("decideDuplicate", {
  id: ({ matchId }: DecideDuplicate) => matchId,
  beside: tracksOf,
  decide(found, command, { beside: tracks }) {
    const events = decideDecision(found, command);
    if (tracks.of(command.trackId).status !== "removed") return events;
    throw new Refusal("not_found", "The artist has deleted this recording");
  },
  appends(events, { matchId, trackId, decision }, { streams: duplicates, beside: tracks, now }) {
    const lift = { trackId, hold: "duplicate", holdId: matchId, by: "admin" } as const;
    const follows = decision === "let_go" ? decideLift(tracks.of(trackId), lift, now) : [];
    return [...duplicates.add(matchId, events), ...tracks.add(trackId, follows)];
  },
  result: () => ({ changed: true }),
});
