import type { Track } from "@contract/catalogue.ts";

/** A track of a list: "One" by Ayọ̀, 3:00, highlife, that may be downloaded. */
export function givenTrack(title: string, more: Partial<Track> = {}): Track {
  const id = title.toLowerCase().replace(/\W/g, "-");
  return {
    _id: id,
    title,
    artist: "Ayọ̀",
    artistId: "ayo",
    genre: "highlife",
    duration: "3:00",
    durationSeconds: 180,
    coverImageUrl: "",
    image: "",
    placeholder: "",
    audioUrl: `/media/audio/${id}`,
    downloadUrl: `/api/v1/download/${id}?token=t`,
    createdAt: "2026-11-19T09:00:00.000Z",
    ...more,
  };
}

/** The answer of a list. */
export function trackPage(tracks: readonly Track[], nextCursor?: string) {
  return { body: { success: true, tracks, ...(nextCursor === undefined ? {} : { nextCursor }) } };
}
