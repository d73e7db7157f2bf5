import { type FeatureStatus, MOST_FEATURED, type SongCredits } from "../../contract/releases.ts";
import { Refusal } from "../../contract/refusal.ts";
import { isKeptBack, type TrackState } from "../track/state.ts";
import type {
  CreditEvent,
  CreditsSet,
  FeatureAnswered,
  FeatureAsked,
  FeatureTakenBack,
  IsrcEvent,
  IsrcGivenUp,
  IsrcTaken,
} from "./events.ts";

/** What decisions need to know of a song's credits. */
export interface CreditState {
  readonly isrc: string;
  readonly featured: ReadonlyMap<string, FeatureStatus>;
}

export const NO_CREDITS: CreditState = { isrc: "", featured: new Map() };

/** Folds an event into what decisions need to know of a song's credits. */
export function evolveCredits(state: CreditState, event: CreditEvent): CreditState {
  if (event.type === "CreditsSet") return { ...state, isrc: event.data.isrc };
  const { type, data } = event;
  const featured = new Map(state.featured);
  switch (type) {
    case "FeatureAsked":
      featured.set(data.artistId, "asked");
      break;
    case "FeatureAnswered":
      featured.set(data.artistId, data.accepted ? "accepted" : "declined");
      break;
    case "FeatureTakenBack":
      featured.delete(data.artistId);
      break;
  }
  return { ...state, featured };
}

/** Which song has the code; undefined while none has. */
export function evolveIsrc(_holder: string | undefined, { type, data }: IsrcEvent): string | undefined {
  return type === "IsrcTaken" ? data.trackId : undefined;
}

/** Only the song's artist writes its credits; the same again change nothing. */
export function decideCredits(
  track: TrackState,
  { credits, isSame }: { readonly credits: CreditsSet["data"]; readonly isSame: boolean },
): CreditsSet[] {
  assertOwn(track, credits.ownerId);
  return isSame ? [] : [{ type: "CreditsSet", data: credits }];
}

/** A code that another song has is refused; the song's old code is free again. `holder`: the song that has the new one. */
export function decideIsrc(
  known: CreditState,
  holder: string | undefined,
  { isrc, trackId, ownerId }: IsrcTaken["data"],
): { readonly taken: IsrcTaken[]; readonly givenUp: IsrcGivenUp[] } {
  if (isrc === known.isrc) return { taken: [], givenUp: [] };
  if (isrc !== "" && holder !== undefined && holder !== trackId) {
    throw new Refusal("isrc_taken", "Another song on Orin has this ISRC: each recording has its own", {
      field: "isrc",
    });
  }
  return {
    taken: isrc === "" ? [] : [{ type: "IsrcTaken", data: { isrc, trackId, ownerId } }],
    givenUp: known.isrc === "" ? [] : [{ type: "IsrcGivenUp", data: { isrc: known.isrc, trackId, ownerId } }],
  };
}

/** Whether a form shows credits that are no longer so. */
export function isLateCredits(was: Partial<SongCredits>, known: SongCredits): boolean {
  return Object.entries(was).some(([name, value]) => {
    return value !== undefined && JSON.stringify(Reflect.get(known, name)) !== JSON.stringify(value);
  });
}

/** Asks another artist; who said no can be asked again once the first asking was taken back. */
export function decideAsking(
  known: CreditState,
  track: TrackState,
  { trackId, ownerId, artistId, isArtist }: FeatureAsked["data"] & { readonly isArtist: boolean },
): FeatureAsked[] {
  assertOwn(track, ownerId);
  if (!isArtist) throw new Refusal("not_found", "We found no artist with this name on Orin");
  if (artistId === ownerId) throw new Refusal("own_profile", "You are the artist of this song already");
  if (known.featured.has(artistId)) return [];
  if (isKeptBack(track)) throw new Refusal("invalid_request", "This song is held back: ask again once it is back");
  if (known.featured.size >= MOST_FEATURED) {
    throw new Refusal("invalid_request", `A song names ${MOST_FEATURED} featured artists at most`);
  }
  return [{ type: "FeatureAsked", data: { trackId, ownerId, artistId } }];
}

/** The one who was asked says yes or no, and may change their mind for as long as they are asked. */
export function decideAnswer(
  known: CreditState,
  track: TrackState,
  { trackId, artistId, accepted }: Omit<FeatureAnswered["data"], "ownerId">,
): FeatureAnswered[] {
  const status = known.featured.get(artistId);
  if (status === undefined || track.status === "none" || track.status === "removed") {
    throw new Refusal("not_found", "Nobody asks you about this song any more");
  }
  if (status === (accepted ? "accepted" : "declined")) return [];
  return [{ type: "FeatureAnswered", data: { trackId, ownerId: track.ownerId, artistId, accepted } }];
}

/** The song's artist takes the asking, or the name, back. */
export function decideTakingBack(
  known: CreditState,
  track: TrackState,
  { trackId, ownerId, artistId }: FeatureTakenBack["data"],
): FeatureTakenBack[] {
  assertOwn(track, ownerId);
  return known.featured.has(artistId) ? [{ type: "FeatureTakenBack", data: { trackId, ownerId, artistId } }] : [];
}

function assertOwn(track: TrackState, ownerId: string): void {
  if (track.status === "none" || track.status === "removed") throw new Refusal("not_found", "Track not found");
  if (track.ownerId !== ownerId) {
    throw new Refusal("not_track_owner", "Only the artist can change who is named on this song");
  }
}
