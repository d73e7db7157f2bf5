import type { Genre } from "../../contract/catalogue.ts";
import {
  LATEST_MS,
  LONGEST_EARLY_MS,
  MOST_SONGS,
  type SongReadiness,
  SOONEST_MS,
  type Stalled,
} from "../../contract/releases.ts";
import { RELEASE_KIND_WORDS, type ReleaseKind } from "../../contract/release_kinds.ts";
import { Refusal } from "../../contract/refusal.ts";
import type {
  ReleaseChanged,
  ReleaseDeclared,
  ReleaseDiscarded,
  ReleaseDrafted,
  ReleaseEvent,
  ReleaseOrdered,
  ReleasePublished,
  ReleaseScheduled,
  ReleaseSongAdded,
  ReleaseSongRemoved,
  ReleaseStalled,
  ReleaseUnscheduled,
  ReleaseWithdrawn,
} from "./events.ts";

/** What can be changed of a release. */
export interface ReleaseDetails {
  readonly kind: ReleaseKind;
  readonly title: string;
  readonly artist: string;
  readonly genre?: Genre;
  readonly upc: string;
  readonly cover?: NonNullable<ReleaseChanged["data"]["cover"]>;
}

/** What decisions need to know of a release. */
export type ReleaseState =
  | { readonly status: "none" }
  | {
    readonly status: "draft" | "scheduled" | "published" | "withdrawn" | "discarded";
    readonly ownerId: string;
    readonly details: ReleaseDetails;
    readonly trackIds: readonly string[];
    readonly declared: Omit<ReleaseDeclared["data"], "releaseId" | "ownerId"> | undefined;
    /** Epoch ms. */
    readonly date: { readonly at: number; readonly earlyUntil: number } | undefined;
    readonly stalled: Stalled | undefined;
    readonly wasOut: boolean;
  };

type ExistingRelease = Exclude<ReleaseState, { status: "none" }>;

export const NO_RELEASE: ReleaseState = { status: "none" };

/** Folds an event into what decisions need to know of a release. */
export function evolveRelease(state: ReleaseState, event: ReleaseEvent): ReleaseState {
  if (event.type === "ReleaseDrafted") {
    const { ownerId, kind, title, artist } = event.data;
    const details = { kind, title, artist, upc: "" };
    const empty = { trackIds: [], declared: undefined, date: undefined, stalled: undefined, wasOut: false };
    return { status: "draft", ownerId, details, ...empty };
  }
  if (state.status === "none") return state;
  switch (event.type) {
    case "ReleaseChanged": {
      const { releaseId: _, ownerId: _owner, ...changed } = event.data;
      return { ...state, details: { ...state.details, ...changed } };
    }
    case "ReleaseSongAdded":
      return { ...state, trackIds: [...state.trackIds, event.data.trackId] };
    case "ReleaseSongRemoved":
      return { ...state, trackIds: state.trackIds.filter((trackId) => trackId !== event.data.trackId) };
    case "ReleaseOrdered":
      return { ...state, trackIds: event.data.trackIds };
    case "ReleaseDeclared":
      return { ...state, declared: event.data };
    case "ReleaseScheduled": {
      const { at, earlyUntil } = event.data;
      return { ...state, status: "scheduled", date: { at, earlyUntil }, stalled: undefined };
    }
    case "ReleaseUnscheduled":
      return { ...state, status: state.wasOut ? "withdrawn" : "draft", date: undefined, stalled: undefined };
    case "ReleaseStalled":
      return { ...state, stalled: event.data.because };
    case "ReleasePublished":
      return { ...state, status: "published", stalled: undefined, wasOut: true };
    case "ReleaseWithdrawn":
      return { ...state, status: "withdrawn", date: undefined };
    case "ReleaseDiscarded":
      return { ...state, status: "discarded", date: undefined };
  }
}

interface OfRelease {
  readonly releaseId: string;
  readonly ownerId: string;
}

/** A new release: the same one drafted again changes nothing, and an id belongs to one artist for ever. */
export function decideDraft(
  state: ReleaseState,
  { drafts, most, ...draft }: ReleaseDrafted["data"] & { readonly drafts: number; readonly most: number },
): ReleaseDrafted[] {
  if (state.status !== "none") {
    if (state.ownerId !== draft.ownerId) throw releaseNotFound();
    return [];
  }
  if (drafts >= most) {
    throw new Refusal("invalid_request", `You have ${most} releases that are not out: publish or discard one first`);
  }
  return [{ type: "ReleaseDrafted", data: draft }];
}

/** Only what differs is an event. Refuses with `conflict` a form that shows what is no longer so. */
export function decideReleaseChange(
  state: ReleaseState,
  { releaseId, ownerId, details, was = {} }: OfRelease & {
    readonly details: Partial<ReleaseDetails>;
    /** What the form showed when it was loaded. */
    readonly was?: Partial<ReleaseDetails>;
  },
  /** The release that has the UPC which is asked for. */
  holder?: string,
): ReleaseChanged[] {
  const known = ownRelease(state, ownerId);
  const changed = Object.fromEntries(
    Object.entries(details).filter(([name, value]) => {
      return value !== undefined && JSON.stringify(Reflect.get(known.details, name)) !== JSON.stringify(value);
    }),
  );
  if (Object.keys(changed).length === 0) return [];
  if (isLate(was, known.details)) throw new Refusal("conflict", "This release has just changed");
  assertFits(details.kind ?? known.details.kind, known.trackIds.length);
  if (changed.upc && holder !== undefined && holder !== releaseId) {
    throw new Refusal("upc_taken", "Another release on Orin has this UPC: each release has its own", { field: "upc" });
  }
  return [{ type: "ReleaseChanged", data: { releaseId, ownerId, ...changed } }];
}

/** Whether a form shows something that is no longer so. */
function isLate(was: Partial<ReleaseDetails>, known: ReleaseDetails): boolean {
  return Object.entries(was).some(([name, value]) => value !== undefined && Reflect.get(known, name) !== value);
}

function assertFits(kind: ReleaseKind, songs: number): void {
  if (songs <= MOST_SONGS[kind]) return;
  throw new Refusal("invalid_request", `${RELEASE_KIND_WORDS[kind].one} has ${MOST_SONGS[kind]} songs at most`);
}

/** An uploaded song joins its release; a song that is out can only come with a release that is not. */
export function decideSongAdded(
  state: ReleaseState,
  { releaseId, ownerId, trackId }: ReleaseSongAdded["data"],
): ReleaseSongAdded[] {
  const known = ownRelease(state, ownerId);
  if (known.trackIds.includes(trackId)) return [];
  if (known.status === "published") {
    throw new Refusal("invalid_request", "This release is out: withdraw it before you add a song");
  }
  assertFits(known.details.kind, known.trackIds.length + 1);
  return [{ type: "ReleaseSongAdded", data: { releaseId, ownerId, trackId } }];
}

/** A deleted song leaves its release. */
export function decideSongRemoved(
  state: ReleaseState,
  { releaseId, trackId }: { readonly releaseId: string; readonly trackId: string },
): ReleaseSongRemoved[] {
  if (state.status === "none" || !state.trackIds.includes(trackId)) return [];
  return [{ type: "ReleaseSongRemoved", data: { releaseId, ownerId: state.ownerId, trackId } }];
}

/** Another order of the same songs. Refuses with `conflict` where the songs or their order changed since. */
export function decideOrder(
  state: ReleaseState,
  { releaseId, ownerId, trackIds, was }: ReleaseOrdered["data"] & { readonly was?: readonly string[] | undefined },
): ReleaseOrdered[] {
  const known = ownRelease(state, ownerId);
  if (isSameList(known.trackIds, trackIds)) return [];
  if (was && !isSameList(was, known.trackIds)) throw new Refusal("conflict", "This release has just changed");
  if (!isSameList(known.trackIds.toSorted(), [...trackIds].sort())) {
    throw new Refusal("invalid_request", "The order names other songs than the release has: please load it again");
  }
  return [{ type: "ReleaseOrdered", data: { releaseId, ownerId, trackIds } }];
}

function isSameList(one: readonly string[], two: readonly string[]): boolean {
  return one.length === two.length && one.every((id, index) => two[index] === id);
}

/** What the artist declares; the same again changes nothing. `isSame`: seen outside, because a part of it is sealed. */
export function decideDeclaration(
  state: ReleaseState,
  { declaration, isSame }: { readonly declaration: ReleaseDeclared["data"]; readonly isSame: boolean },
): ReleaseDeclared[] {
  ownRelease(state, declaration.ownerId);
  return isSame ? [] : [{ type: "ReleaseDeclared", data: declaration }];
}

/** Gives a release its date, or another one. `now` in epoch ms. */
export function decideDate(
  state: ReleaseState,
  { releaseId, ownerId, at, earlyUntil, was }: ReleaseScheduled["data"] & { readonly was?: number | undefined },
  now: number,
): ReleaseScheduled[] {
  const known = ownRelease(state, ownerId);
  if (known.status === "published") {
    throw new Refusal("invalid_request", "This release is out: withdraw it before you give it another date");
  }
  const date = known.status === "scheduled" ? known.date : undefined;
  if (date?.at === at && date.earlyUntil === earlyUntil) return [];
  if (was !== undefined && was !== (date?.at ?? 0)) throw new Refusal("conflict", "This date has just changed");
  if (at < now + SOONEST_MS) throw new Refusal("invalid_request", "The release date is over: choose a later one");
  if (at > now + LATEST_MS) throw new Refusal("invalid_request", "Choose a date within a year");
  if (earlyUntil !== 0 && (earlyUntil <= at || earlyUntil > at + LONGEST_EARLY_MS)) {
    throw new Refusal("invalid_request", "Early access ends after the release, within 30 days");
  }
  const missing = lacks(known);
  if (missing.length > 0) throw new Refusal("release_not_ready", `Before it has a date: ${missing.join("; ")}`);
  return [{ type: "ReleaseScheduled", data: { releaseId, ownerId, at, earlyUntil } }];
}

/** Takes the date away: nothing comes out by itself. */
export function decideNoDate(state: ReleaseState, { releaseId, ownerId }: OfRelease): ReleaseUnscheduled[] {
  const known = ownRelease(state, ownerId);
  return known.status === "scheduled" ? [{ type: "ReleaseUnscheduled", data: { releaseId, ownerId } }] : [];
}

/** What a release lacks, in words; it cannot come out or get a date while it lacks something. */
export function missingOf(
  { hasArtwork, hasGenre, hasSong, isDeclared }: {
    readonly hasArtwork: boolean;
    readonly hasGenre: boolean;
    readonly hasSong: boolean;
    readonly isDeclared: boolean;
  },
): string[] {
  return [
    ...(hasArtwork ? [] : ["add the artwork"]),
    ...(hasGenre ? [] : ["choose a genre"]),
    ...(hasSong ? [] : ["add a song"]),
    ...(isDeclared ? [] : ["declare whose recording it is"]),
  ];
}

function lacks({ details, trackIds, declared }: ExistingRelease): string[] {
  return missingOf({
    hasArtwork: details.cover !== undefined,
    hasGenre: details.genre !== undefined,
    hasSong: trackIds.length > 0,
    isDeclared: declared !== undefined,
  });
}

interface Publication extends OfRelease {
  /** `clock`: the service, because its moment came. */
  readonly by: "owner" | "clock";
  /** How far each of its songs is; those that are deleted are missing. */
  readonly songs: ReadonlyMap<string, SongReadiness>;
}

/**
 * All songs come out together, or none. The artist is told what is missing; at its moment a release that is not ready
 * stalls, and comes out when it is.
 */
export function decidePublication(
  state: ReleaseState,
  { releaseId, ownerId, by, songs }: Publication,
  now: number,
): (ReleasePublished | ReleaseStalled)[] {
  const known = ownRelease(state, ownerId);
  if (known.status === "published") return [];
  if (by === "clock" && (known.status !== "scheduled" || !known.date || known.date.at > now)) return [];
  const missing = lacks(known);
  const { trackIds } = known;
  const because: Stalled | undefined = missing.length > 0 ? "incomplete" : worstOf(trackIds.map((id) => songs.get(id)));
  if (because === undefined) return [{ type: "ReleasePublished", data: { releaseId, ownerId, trackIds } }];
  if (by === "owner") throw notReady(because, missing);
  return known.stalled === because ? [] : [{ type: "ReleaseStalled", data: { releaseId, ownerId, because } }];
}

/** Why songs keep a release back; undefined where all are ready. */
function worstOf(songs: readonly (SongReadiness | undefined)[]): Stalled | undefined {
  if (songs.includes("failed") || songs.includes(undefined)) return "failed";
  if (songs.includes("held")) return "held";
  return songs.includes("processing") ? "processing" : undefined;
}

const STALLED_WORDS: Readonly<Record<Exclude<Stalled, "incomplete">, string>> = {
  failed: "A song could not be processed: delete it or replace its recording. Nothing was published.",
  held: "Orin is looking at a song before it comes out. Nothing was published.",
  processing: "A song is still being processed: try again in a moment. Nothing was published.",
};

function notReady(because: Stalled, missing: readonly string[]): Refusal {
  const words = because === "incomplete" ? `Before you publish: ${missing.join("; ")}` : STALLED_WORDS[because];
  return new Refusal("release_not_ready", words);
}

/** Takes a release that is out back, with all its songs. */
export function decideWithdrawal(state: ReleaseState, { releaseId, ownerId }: OfRelease): ReleaseWithdrawn[] {
  const known = ownRelease(state, ownerId);
  if (known.status === "withdrawn") return [];
  if (known.status !== "published") throw new Refusal("invalid_request", "This release is not out");
  return [{ type: "ReleaseWithdrawn", data: { releaseId, ownerId, trackIds: known.trackIds } }];
}

export interface Discarding extends OfRelease {
  /** Whether the caller may delete songs that were out. */
  readonly mayDelete: boolean;
}

/** Gives up a release that is not out. Refuses with `team_forbidden` one that was, where songs may not be deleted. */
export function decideDiscard(state: ReleaseState, { releaseId, ownerId, mayDelete }: Discarding): ReleaseDiscarded[] {
  if (state.status === "discarded" && state.ownerId === ownerId) return [];
  const known = ownRelease(state, ownerId);
  if (known.status === "published") {
    throw new Refusal("invalid_request", "This release is out: withdraw it before you discard it");
  }
  if (known.wasOut && !mayDelete) {
    throw new Refusal("team_forbidden", "These songs were out, and would be deleted: this is for managers");
  }
  return [{ type: "ReleaseDiscarded", data: { releaseId, ownerId } }];
}

/** Others' releases answer as if there were none. */
function ownRelease(state: ReleaseState, ownerId: string): ExistingRelease {
  if (state.status === "none" || state.status === "discarded" || state.ownerId !== ownerId) throw releaseNotFound();
  return state;
}

export const NO_RELEASE_WORDS = "Release not found";

function releaseNotFound(): Refusal {
  return new Refusal("not_found", NO_RELEASE_WORDS);
}
