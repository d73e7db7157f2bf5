import { findLyrics } from "../../../projections/catalogue/lyrics.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { refusalOfLateForm } from "../../accounts/account/reads.ts";
import type { LyricsSource } from "../../contract/lyrics.ts";
import { cleanLyrics } from "../../contract/lyrics_text.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { tracks } from "../track/tracks.ts";
import { type LyricsEvent, type LyricsSet, lyricsStream, type LyricsTakenDown, REASON_FIELD } from "./events.ts";
import { decideLyrics, decideRemoval, decideTakeDown, evolveLyrics, type LyricsState } from "./state.ts";
import { openLyrics } from "./reads.ts";

const lyrics = streamsOf<string, LyricsState, LyricsEvent>({
  log: "social",
  stream: lyricsStream,
  initial: undefined,
  evolve: evolveLyrics,
  async read(tx, trackIds) {
    const found = await findLyrics(tx, trackIds);
    return (trackId) => found.get(trackId);
  },
});

interface SetLyrics {
  readonly lyrics: LyricsSet["data"];
  /** They stand there already. Seen outside, because they are sealed here. */
  readonly isSame: boolean;
  /** When those were set that the form showed, epoch ms. */
  readonly was?: number | undefined;
}

const setLyrics = lyrics.handler("setLyrics", {
  id: ({ lyrics }: SetLyrics) => lyrics.trackId,
  beside: (tx, commands, scope) => tracks.load(tx, scope, commands.map(({ lyrics }) => lyrics.trackId)),
  decide: (known, command, { beside }) => decideLyrics(known, { ...command, track: beside.of(command.lyrics.trackId) }),
  result: ({ after }) => ({ setAt: after?.setAt ?? 0 }),
});

interface RemoveLyrics {
  readonly trackId: string;
  readonly userId: string;
}

/** Takes lyrics away: their artist may. */
export const removeLyrics = lyrics.handler("removeLyrics", {
  id: ({ trackId }: RemoveLyrics) => trackId,
  beside: (tx, removals, scope) => tracks.load(tx, scope, removals.map(({ trackId }) => trackId)),
  decide: (known, removal, { beside }) => decideRemoval(known, { ...removal, track: beside.of(removal.trackId) }),
  result: ({ events }) => ({ removed: events.length > 0 }),
});

const takeDown = lyrics.handler("takeDownLyrics", {
  id: ({ takenDown }: { takenDown: LyricsTakenDown["data"] }) => takenDown.trackId,
  beside: (tx, commands, scope) => tracks.load(tx, scope, commands.map(({ takenDown }) => takenDown.trackId)),
  decide: (known, { takenDown }, { beside }) =>
    decideTakeDown(known, { takenDown, track: beside.of(takenDown.trackId) }),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** An admin takes a song's lyrics away, and says the artist why; what is gone already stays so. Throws `not_found`. */
export async function takeLyricsDown(
  deps: Deps,
  { trackId, adminId, reason }: { trackId: string; adminId: string; reason: string },
  metadata: Metadata,
): Promise<void> {
  const { sql } = deps.store;
  const [found, facts] = await Promise.all([findLyrics(sql, [trackId]), trackFacts(sql, [trackId])]);
  if (!facts.has(trackId)) throw new Refusal("not_found", "Track not found");
  const ownerId = found.get(trackId)?.ownerId;
  const key = ownerId === undefined ? undefined : (await deps.personal.keysOf(sql, [ownerId])).get(ownerId);
  if (ownerId === undefined || !key) return;
  const takenDown = { trackId, ownerId, adminId, reason: key.seal(REASON_FIELD, reason) };
  await deps.store.execute(takeDown, { takenDown }, { logs: ["social"], metadata });
}

/**
 * Gives a song its lyrics, sealed; the same ones again change nothing. Answers when they were set (epoch ms). Throws
 * Refusal `invalid_request` for what is too long, `not_found`, `not_track_owner`, or `conflict` with who changed them
 * since the form was loaded.
 */
export async function giveLyrics(
  deps: Deps,
  { trackId, userId, was, ...given }: LyricsSource & { trackId: string; userId: string; was?: string | undefined },
  metadata: Metadata,
): Promise<number> {
  const { sql } = deps.store;
  const source = { ...given, text: cleanLyrics(given.text) };
  const before = (await findLyrics(sql, [trackId])).get(trackId);
  const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
  // Erased since the log-in: making a new key would bring the person back.
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const isSame = before !== undefined && before.ownerId === userId && before.language === source.language &&
    before.offensive === source.offensive && openLyrics(key, before) === source.text;
  const { text, language, offensive } = source;
  const data = { trackId, ownerId: userId, language, offensive, content: key.seal("lyrics", text) };
  const seen = was === undefined ? undefined : was === "" ? 0 : Date.parse(was);
  try {
    const command = { lyrics: data, isSame, was: seen };
    return (await deps.store.execute(setLyrics, command, { logs: ["social"], metadata })).result.setAt;
  } catch (error) {
    throw error instanceof Refusal && error.code === "conflict" ? await changedBy(deps, { trackId, userId }) : error;
  }
}

async function changedBy(
  deps: Deps,
  { trackId, userId: artistId }: { readonly trackId: string; readonly userId: string },
): Promise<Refusal> {
  const events = await deps.store.readStream<LyricsEvent>("social", lyricsStream(trackId));
  const last = events.at(-1);
  const { metadata: { actor } = { actor: "" }, recordedAt: at = 0 } = last ?? {};
  // Artists do not learn which admin it was.
  const known = last?.type === "LyricsTakenDown" ? "" : actor;
  return await refusalOfLateForm(deps, {
    actor: known,
    artistId,
    at,
    what: "these lyrics",
    next: "look again, then change them",
  });
}
