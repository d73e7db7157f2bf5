import type { Context } from "hono";
import type { OwnTrackRow, TrackRow } from "../../../projections/catalogue/tracks.ts";
import type { Track, TrackState } from "../../contract/catalogue.ts";
import { minutesAndSeconds } from "../../contract/duration.ts";
import type { Quality } from "../../contract/listening.ts";
import type { OwnTrack } from "../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import type { Session } from "../../http/session.ts";
import { streamVersions } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import { everyones } from "../everyones.ts";
import { creatorStream } from "../artist/events.ts";
import { artistHolds } from "../artist/hold.ts";
import { earlyAccessFor, isEarly, type MayHear } from "../stream/early_access.ts";
import type { Listener } from "../stream/listener.ts";
import type { ListedTrack } from "../stream/listed_token.ts";
import type { MediaLinks } from "../stream/media_links.ts";
import { givenQuality, listenerOf } from "../stream/reads.ts";
import { isVisible } from "./state.ts";
import { tracks } from "./tracks.ts";

/** Something of the catalogue that people say things about. */
interface Shown {
  readonly kind: "artist" | "track";
  readonly id: string;
}

/**
 * For decisions of other areas, with the transaction's handle: which of these artists, and of the tracks that everybody hears, there are,
 * written "artist/<id>" and "track/<id>".
 */
export async function findShown(tx: Tx, asked: readonly Shown[]): Promise<Set<string>> {
  const idsOf = (kind: Shown["kind"]) => [...new Set(asked.filter((one) => one.kind === kind).map((one) => one.id))];
  const [artists, trackIds] = [idsOf("artist"), idsOf("track")];
  const [versions, holdsOf, trackOf] = await Promise.all([
    streamVersions(tx, "social", artists.map(creatorStream)),
    artistHolds.states(tx, artists),
    tracks.states(tx, trackIds),
  ]);
  return new Set([
    ...artists.filter((id) => versions.has(creatorStream(id)) && holdsOf(id).length === 0).map((id) => `artist/${id}`),
    ...trackIds.filter((id) => isVisible(trackOf(id))).map((id) => `track/${id}`),
  ]);
}

/** How tracks are answered to one caller: with addresses signed for them, in the quality they asked for. */
export interface TrackList {
  of(rows: readonly TrackRow[]): Promise<Track[]>;
  /** The same as JSON: what is the same for every caller was written before. */
  inJson(rows: readonly TrackRow[]): Promise<string>;
  /** Several lists, signed together. */
  ofEach(lists: readonly (readonly TrackRow[])[]): Promise<Track[][]>;
  /** The published ones of these, in this order. */
  find(trackIds: readonly string[]): Promise<Track[]>;
}

/** Makes answers of rows for one caller: links signed for them, hearts and early access as they have them. */
export function trackList(
  c: Context,
  deps: Deps,
  caller: { session?: Session | undefined; quality?: Quality },
): TrackList {
  const { session, quality = "normal" } = caller;
  const options = {
    links: deps.links,
    listener: listenerOf(c, deps, session),
    quality,
    now: deps.now(),
  };
  const of = async (rows: readonly TrackRow[]) => {
    const mayHear = await earlyAccessFor(deps, session?.userId, rows);
    return trackAnswers(rows, { ...options, mayHear });
  };
  return {
    of,
    async inJson(rows) {
      const mayHear = await earlyAccessFor(deps, session?.userId, rows);
      const addresses = addressesOf(rows, { ...options, mayHear });
      return `[${rows.map((row) => trackText(row, { ...addresses, now: options.now })).join(",")}]`;
    },
    async ofEach(lists) {
      const answers = await of(lists.flat());
      let at = 0;
      return lists.map(({ length }) => answers.slice(at, at += length));
    },
    async find(trackIds) {
      return await of(await (await everyones(deps)).inOrder(trackIds));
    },
  };
}

interface TrackAnswerOptions {
  readonly links: MediaLinks;
  readonly listener: Listener;
  readonly quality: Quality;
  readonly now: number;
  readonly mayHear: MayHear;
}

/** Tracks as every list shows them, with addresses signed for the caller, all in one go. */
function trackAnswers(rows: readonly TrackRow[], options: TrackAnswerOptions): Track[] {
  const addresses = addressesOf(rows, options);
  return rows.map((row) => trackAnswer(row, { ...addresses, now: options.now }));
}

type Answering = Addresses & { readonly now: number };

function trackAnswer(row: TrackRow, answering: Answering): Track {
  return { ...saidOf(row), ...callersOf(row, answering) };
}

/** The JSON of `trackAnswer`. */
function trackText(row: TrackRow, answering: Answering): string {
  return `${saidTextOf(row)},${JSON.stringify(callersOf(row, answering)).slice(1)}`;
}

/** What is the caller's own of a track. */
function callersOf(row: TrackRow, { audio, downloads, now }: Answering): Omit<Track, keyof Said> {
  const downloadUrl = downloads.get(row.trackId);
  return {
    audioUrl: audio.get(row.trackId) ?? "",
    ...(downloadUrl === undefined ? {} : { downloadUrl }),
    ...(row.earlyUntil !== undefined && isEarly(row, now)
      ? { earlyAccessUntil: new Date(row.earlyUntil).toISOString() }
      : {}),
  };
}

type Said = Omit<Track, "audioUrl" | "downloadUrl" | "earlyAccessUntil">;

/** Rows of lists are kept while nothing changes: what is the same for every caller is made once for each. */
const SAID = new WeakMap<TrackRow, Said>();

function saidOf(row: TrackRow): Said {
  const known = SAID.get(row);
  if (known) return known;
  const said = {
    _id: row.trackId,
    title: row.title,
    artist: row.artist,
    artistId: row.ownerId,
    ...(row.album === undefined ? {} : { album: row.album }),
    genre: row.genre,
    duration: minutesAndSeconds(row.durationMs),
    durationSeconds: row.durationMs / 1000,
    coverImageUrl: row.coverImageUrl,
    image: row.coverImageUrl,
    placeholder: row.placeholder,
    createdAt: new Date(row.releasedAt).toISOString(),
    ...(row.gainDb === 0 ? {} : { gainDb: row.gainDb }),
    ...(row.replaced === 0 ? {} : { replaced: row.replaced }),
  };
  SAID.set(row, said);
  return said;
}

const SAID_TEXTS = new WeakMap<TrackRow, string>();

/** The JSON of `saidOf`, without the brace that closes it. */
function saidTextOf(row: TrackRow): string {
  const known = SAID_TEXTS.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(saidOf(row)).slice(0, -1);
  SAID_TEXTS.set(row, text);
  return text;
}

/** By track. */
interface Addresses {
  readonly audio: ReadonlyMap<string, string>;
  readonly downloads: ReadonlyMap<string, string>;
}

/**
 * Where the caller hears these tracks, and where they keep them. Lists are made without a look at the listener's plan: a
 * fresh address gives Premium more. Visitors get a plain address, which tells them that downloads need an account.
 */
function addressesOf(
  rows: readonly TrackRow[],
  { links, listener: { subject, device, userId }, quality: wanted, now, mayHear }: TrackAnswerOptions,
): Addresses {
  const heard = rows.filter(mayHear);
  const played = heard.flatMap(({ trackId, qualities }): ListedTrack[] => {
    const quality = givenQuality(qualities, { wanted, isPremium: false });
    return quality ? [{ trackId, quality }] : [];
  });
  const kept = heard.filter(({ downloadable, qualities }) => downloadable && qualities.includes("download"))
    .map(({ trackId }): ListedTrack => ({ trackId, quality: "download" }));
  const isVisitor = userId === undefined;
  const urls = links.listed({ subject, device, now }, isVisitor ? played : [...played, ...kept]);
  const audio = new Map(played.map(({ trackId }, at) => [trackId, urls[at] ?? ""]));
  const downloads = new Map(
    kept.map((
      { trackId },
      at,
    ) => [trackId, isVisitor ? `/api/v1/download/${trackId}` : urls[played.length + at] ?? ""]),
  );
  return { audio, downloads };
}

/** Tracks as their owner sees them, whatever their state. */
export function ownTrackAnswers(rows: readonly OwnTrackRow[], options: TrackAnswerOptions): OwnTrack[] {
  const addresses = addressesOf(rows, options);
  return rows.map((row) => ({
    ...trackAnswer(row, { ...addresses, now: options.now }),
    createdAt: new Date(row.status === "published" ? row.releasedAt : row.uploadedAt).toISOString(),
    state: stateOf(row),
    ...(row.holds.length === 0 ? {} : { holds: [...new Set(row.holds.map(({ hold }) => hold))] }),
    ...(row.status === "failed" && row.failure !== undefined ? { reason: row.failure } : {}),
    ...(row.replacement === undefined ? {} : { replacement: replacementOf(row.replacement) }),
    ...(row.trackNumber === undefined ? {} : { trackNumber: row.trackNumber }),
    downloadable: row.downloadable,
  }));
}

function replacementOf(reason: string): NonNullable<OwnTrack["replacement"]> {
  return reason === "" ? { state: "processing" } : { state: "failed", reason };
}

/** A song that was held before it came out is ready once it can be heard. */
export function stateOf({ status, qualities }: Pick<OwnTrackRow, "status" | "qualities">): TrackState {
  return status === "published" || (status === "processing" && qualities.includes("normal")) ? "ready" : status;
}
