import { dropDraft, dropFile, keepFile, keptFile, readDraft, writeDraft } from "../../lib/kept_uploads.ts";
import { EMPTY, newSong, resumed, type Shared, type Song, type SongStatus, type UploadState } from "./model.ts";

/** Where an unfinished upload outlives the page. */
export interface Keeper {
  read(): Promise<Pick<UploadState, "songs" | "shared" | "stage"> | undefined>;
  write(state: UploadState): Promise<void>;
  keep(key: string, file: File): Promise<void>;
  file(song: Song): Promise<File | undefined>;
  drop(key: string): Promise<void>;
  dropAll(): Promise<void>;
}

/** Keeps a person's upload on this device. */
export function keeperOf(userId: string): Keeper {
  return {
    async read() {
      const draft = await readDraft(userId);
      if (!draft) return undefined;
      const shared = { ...EMPTY.shared, ...draft.shared, cover: draft.cover } as Shared;
      const songs = draft.songs.map((song): Song => ({
        ...newSong(song.key, { ...song, size: song.bytes }),
        ...song,
        status: resumed({ ...song, status: song.status as SongStatus }),
      }));
      return { songs, shared, stage: draft.isPublishing ? "uploading" : "idle" };
    },
    async write({ songs, shared: { cover, ...shared }, stage }) {
      const kept = songs.map(({ report: _asked, ...song }) => song);
      await writeDraft({ userId, shared: { ...shared }, cover, songs: kept, isPublishing: stage === "uploading" });
    },
    keep: (key, file) => keepFile(userId, key, file),
    file: (song) => keptFile(userId, song),
    drop: (key) => dropFile(userId, key),
    dropAll: () => dropDraft(userId),
  };
}
