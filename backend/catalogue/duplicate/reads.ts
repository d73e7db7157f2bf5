import {
  duplicateQueue,
  type DuplicateRow,
  duplicatesOf,
  findDuplicate,
} from "../../../projections/catalogue/duplicates.ts";
import { pictureUrl } from "../../../projections/accounts/media_urls.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type {
  AdminDuplicate,
  ComparedTrack,
  DuplicateLike,
  DuplicateQueue,
  OwnDuplicates,
  SameRecording,
} from "../../contract/duplicates.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { readStreams } from "../../store/log/read.ts";
import { renditionKey } from "../rendition/make.ts";
import { type TrackEvent, trackStream } from "../track/events.ts";
import { evolveTrack, isVisible, NO_TRACK } from "../track/state.ts";
import { duplicates, matchIdOf } from "./duplicates.ts";
import type { DuplicateFound, LikeRecording } from "./events.ts";

type DuplicateDeps = Pick<Deps, "store" | "personal" | "files">;

/** What a new track's recording was found to be, for its artist; undefined where Orin did not have it. */
export async function sameRecordingOf(
  { store: { sql } }: Pick<Deps, "store">,
  { trackId, ownerId }: { readonly trackId: string; readonly ownerId: string },
): Promise<SameRecording | undefined> {
  const matchId = matchIdOf(trackId);
  const known = (await duplicates.states(sql, [matchId]))(matchId);
  if (known.state === "none" || known.found.ownerId !== ownerId) return undefined;
  const { asked, like } = known.found;
  return { matchId, asked, ...(asked !== "moderator" && await earlierUpload({ sql }, { ownerId, like })) };
}

/** The artist's own song that sounds most like it, of those that are there still. */
async function earlierUpload(
  { sql }: Pick<Deps["store"], "sql">,
  { ownerId, like }: Pick<DuplicateFound["data"], "ownerId" | "like">,
): Promise<Pick<SameRecording, "track">> {
  const own = like.filter((one) => one.ownerId === ownerId).map(({ trackId }) => trackId);
  const [streams, facts] = await Promise.all([
    readStreams<TrackEvent>(sql, "social", own.map(trackStream)),
    trackFacts(sql, own),
  ]);
  for (const trackId of own) {
    const events = streams.get(trackStream(trackId)) ?? [];
    const [upload] = events;
    const isGone = events.some(({ type }) => type === "TrackRemoved");
    if (upload?.type !== "TrackUploaded" || isGone) continue;
    const title = facts.get(trackId)?.title ?? upload.data.title;
    return { track: { _id: trackId, title, uploadedAt: isoTime(upload.recordedAt) } };
  }
  return {};
}

/** What keeps an artist's recordings from coming out because Orin had them already, the newest first. */
export async function ownDuplicates(deps: DuplicateDeps, ownerId: string): Promise<OwnDuplicates> {
  const { sql } = deps.store;
  const [rows, keys] = await Promise.all([duplicatesOf(sql, ownerId), deps.personal.keysOf(sql, [ownerId])]);
  const [facts, stateOf] = await Promise.all([
    trackFacts(sql, rows.map((row) => row.trackId)),
    duplicates.states(sql, rows.map((row) => row.matchId)),
  ]);
  const key = keys.get(ownerId);
  const earlierOf = async (matchId: string) => {
    const known = stateOf(matchId);
    return known.state === "none" ? {} : await earlierUpload({ sql }, known.found);
  };
  const answers = rows.map(async ({ matchId, trackId, asked, state, foundAt, decision }) => ({
    ...{ matchId, trackId, asked, title: facts.get(trackId)?.title ?? "", at: isoTime(foundAt) },
    state: state === "refused" ? "refused" as const : "open" as const,
    ...(asked === "owner" && await earlierOf(matchId)),
    ...(decision && key && { reason: key.open(reasonField(matchId), decision.reason) }),
  }));
  return { duplicates: await Promise.all(answers) };
}

const MOST_WAITING = 200;

/** The recordings that wait for a moderator, the oldest first, then those decided last. */
export async function listDuplicates({ store: { sql } }: Pick<Deps, "store">): Promise<DuplicateQueue> {
  const rows = await duplicateQueue(sql, MOST_WAITING);
  const facts = await trackFacts(sql, rows.flatMap(({ trackId, otherId }) => [trackId, otherId]));
  const songOf = (trackId: string) => facts.get(trackId) ?? { title: "A deleted song", artist: "" };
  return {
    duplicates: rows.map(({ matchId, trackId, otherId, percent, foundAt, state }) => ({
      ...{ matchId, percent, at: isoTime(foundAt), state: state === "kept" ? "let_go" : state },
      ...{ title: songOf(trackId).title, artist: songOf(trackId).artist },
      ...{ otherTitle: songOf(otherId).title, otherArtist: songOf(otherId).artist },
    })),
  };
}

/** The match of an id that a moderator decides. Refuses with `not_found`. */
export async function existingDuplicate(
  { store: { sql } }: Pick<Deps, "store">,
  matchId: string,
): Promise<DuplicateRow> {
  const row = await findDuplicate(sql, matchId);
  if (row?.asked !== "moderator") throw notFound();
  return row;
}

/** The match of an id about an artist's own music. Refuses with `not_found`. */
export async function ownDuplicate(deps: Pick<Deps, "store">, matchId: string, ownerId: string): Promise<string> {
  const known = (await duplicates.states(deps.store.sql, [matchId]))(matchId);
  if (known.state === "none" || known.found.ownerId !== ownerId) throw notFound();
  return known.found.trackId;
}

/** Both recordings with their waveforms, as a moderator compares them. Refuses with `not_found`. */
export async function openDuplicate(deps: DuplicateDeps, matchId: string): Promise<AdminDuplicate> {
  const { sql } = deps.store;
  const row = await existingDuplicate(deps, matchId);
  const known = (await duplicates.states(sql, [matchId]))(matchId);
  const likes = known.state === "none" ? [] : known.found.like;
  const compared = await comparedTracks(deps, matchId, [row.trackId, ...likes.map((like) => like.trackId)]);
  const track = compared.get(row.trackId);
  if (!track) throw notFound();
  return {
    ...{ matchId, at: isoTime(row.foundAt), state: row.state === "kept" ? "let_go" : row.state, track },
    like: likes.flatMap((like) => {
      const other = compared.get(like.trackId);
      return other ? [likeAnswer(like, other)] : [];
    }),
    ...await decisionOf(deps, row),
  };
}

function likeAnswer(
  { percent, atMs, otherAtMs, lengthMs, speed }: LikeRecording,
  track: ComparedTrack,
): DuplicateLike {
  const [fromSeconds, otherFromSeconds, lengthSeconds] = [atMs / 1000, otherAtMs / 1000, lengthMs / 1000];
  return { track, percent, fromSeconds, otherFromSeconds, lengthSeconds, speed };
}

async function decisionOf(
  deps: DuplicateDeps,
  { matchId, ownerId, decision: decided }: DuplicateRow,
): Promise<Pick<AdminDuplicate, "decision">> {
  if (!decided) return {};
  const { decision, ground, reason: sealed, adminId, at } = decided;
  const [keys, people] = await Promise.all([
    deps.personal.keysOf(deps.store.sql, [ownerId]),
    openPersonsOf(deps, [adminId]),
  ]);
  const [key, person] = [keys.get(ownerId), people.get(adminId)];
  const by = fullName(person, "A former admin");
  const reason = key?.open(reasonField(matchId), sealed) ?? "";
  return { decision: { at: isoTime(at), decision, ...(ground && { ground }), reason, by } };
}

/** As their streams say it: also what was deleted since is compared. */
async function comparedTracks(
  { store: { sql }, files }: DuplicateDeps,
  matchId: string,
  trackIds: readonly string[],
): Promise<Map<string, ComparedTrack>> {
  const streams = await readStreams<TrackEvent>(sql, "social", trackIds.map(trackStream));
  const facts = await trackFacts(sql, trackIds);
  const found = await Promise.all([...new Set(trackIds)].map(async (trackId) => {
    const events = streams.get(trackStream(trackId)) ?? [];
    const [upload] = events;
    const state = events.reduce(evolveTrack, NO_TRACK);
    if (upload?.type !== "TrackUploaded" || state.status === "none") return [];
    const { ownerId, artist } = upload.data;
    const { durationMs, peaksKey } = recordingIn(events) ?? upload.data;
    const { details: { title, cover } } = state;
    const [peaks, sound] = await Promise.all([peaksIn(files, peaksKey), files.stat(soundKeyIn(trackId, events))]);
    const isPublic = isVisible(state) && (facts.get(trackId)?.published ?? false);
    const track: ComparedTrack = {
      ...{ trackId, title, artist, artistId: ownerId, uploadedAt: isoTime(upload.recordedAt), peaks, isPublic },
      ...{ durationSeconds: durationMs / 1000, coverImageUrl: pictureUrl(cover) },
      state: state.status === "removed" || state.status === "failed"
        ? state.status
        : state.made.has("normal")
        ? "ready"
        : "processing",
      ...(sound && { audioUrl: `/api/v1/admin/duplicates/${matchId}/sound/${trackId}` }),
    };
    return [[trackId, track] as const];
  }));
  return new Map(found.flat());
}

async function peaksIn(files: Deps["files"], key: string): Promise<number[]> {
  const file = await files.get(key);
  return file ? await new Response(file.body).json() as number[] : [];
}

type Replaced = Extract<TrackEvent, { type: "RecordingReplaced" }>["data"];

/** The recording that replaced a track's first one last. */
function recordingIn(events: readonly TrackEvent[]): Replaced | undefined {
  return events.flatMap((event) => event.type === "RecordingReplaced" ? [event.data] : []).at(-1);
}

function soundKeyIn(trackId: string, events: readonly TrackEvent[]): string {
  const replaced = recordingIn(events)?.renditions.find(({ quality }) => quality === "normal");
  return replaced?.key ?? renditionKey(trackId, "normal");
}

/** The file of a track's sound; undefined where it is none of those that a match compares. */
export async function soundKeyOf(
  deps: Pick<Deps, "store">,
  matchId: string,
  trackId: string,
): Promise<string | undefined> {
  if (!await isCompared(deps, matchId, trackId)) return undefined;
  return soundKeyIn(trackId, await deps.store.readStream<TrackEvent>("social", trackStream(trackId)));
}

async function isCompared(deps: Pick<Deps, "store">, matchId: string, trackId: string): Promise<boolean> {
  await existingDuplicate(deps, matchId);
  const known = (await duplicates.states(deps.store.sql, [matchId]))(matchId);
  if (known.state === "none") return false;
  return [known.found.trackId, ...known.found.like.map((like) => like.trackId)].includes(trackId);
}

/** The field as which a moderator's words to the artist are sealed. */
export function reasonField(matchId: string): string {
  return `duplicate ${matchId}`;
}

function notFound(): Refusal {
  return new Refusal("not_found", "There is no such recording");
}
