import type { DuplicateAnswer } from "../../contract/duplicates.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Tx } from "../../store/sql.ts";
import type { Streams } from "../../store/streams.ts";
import type { TrackEvent } from "../track/events.ts";
import { decideLift, decideRemoval, type TrackState } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import { duplicates } from "./duplicates.ts";
import type { DuplicateDecided, DuplicateEvent } from "./events.ts";
import { decideAnswer, decideDecision, type Duplicate } from "./state.ts";

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

interface Loaded {
  readonly tracks: Streams<string, TrackState, TrackEvent>;
  readonly duplicates: Streams<string, Duplicate, DuplicateEvent>;
}

async function load(tx: Tx, commands: readonly MatchRef[], scope: GroupScope): Promise<Loaded> {
  const [loadedTracks, loadedDuplicates] = await Promise.all([
    tracks.load(tx, scope, commands.map(({ trackId }) => trackId)),
    duplicates.load(tx, scope, commands.map(({ matchId }) => matchId)),
  ]);
  return { tracks: loadedTracks, duplicates: loadedDuplicates };
}

/** The artist keeps both recordings, or takes the new one away again. Repeating it changes nothing. */
export const answerDuplicate: CommandHandler<AnswerDuplicate, Loaded, { changed: boolean }> = {
  name: "answerDuplicate",
  load,
  decide({ tracks, duplicates }, { matchId, trackId, ownerId, answer }, { now }) {
    const events = decideAnswer(duplicates.of(matchId), { ownerId, answer });
    if (events.length === 0) return { appends: [], result: { changed: false } };
    const track = tracks.of(trackId);
    const follows = answer === "withdraw"
      ? decideRemoval(track, { trackId, userId: ownerId, isAdmin: false })
      : decideLift(track, { trackId, hold: "duplicate", holdId: matchId, by: "owner" }, now);
    return {
      appends: [...duplicates.add(matchId, events), ...tracks.add(trackId, follows)],
      result: { changed: true },
    };
  },
};

/** A moderator keeps a recording from coming out, or lets it go. Refuses with `not_found`, `already_decided`. */
export const decideDuplicate: CommandHandler<DecideDuplicate, Loaded, { changed: boolean }> = {
  name: "decideDuplicate",
  load,
  decide({ tracks, duplicates }, { matchId, trackId, ...decided }, { now }) {
    const events = decideDecision(duplicates.of(matchId), decided);
    const track = tracks.of(trackId);
    if (track.status === "removed") throw new Refusal("not_found", "The artist has deleted this recording");
    const lift = { trackId, hold: "duplicate", holdId: matchId, by: "admin" } as const;
    const follows = decided.decision === "let_go" ? decideLift(track, lift, now) : [];
    return {
      appends: [...duplicates.add(matchId, events), ...tracks.add(trackId, follows)],
      result: { changed: true },
    };
  },
};
