import type { Track } from "@contract/catalogue.ts";
import type { Lyrics } from "@contract/lyrics.ts";
import type { OfflineLicence, TasteSong } from "@contract/offline.ts";
import type { ProblemCode } from "@contract/problem.ts";
import { ApiError } from "../../api_error.ts";
import { SavedDatabase } from "../database.ts";
import type { SavedEffects } from "../effects.ts";
import { SavedLibrary } from "../library.ts";

export const DAY_MS = 24 * 3_600_000;
const PIECE_BYTES = 256 * 1024;

/** Tracks whose files are three pieces long. */
export function givenTracks(...ids: string[]): Track[] {
  return ids.map((id): Track => ({
    ...{ _id: id, title: `Title ${id}`, artist: "Ayọ̀", artistId: "ayo", genre: "jazz", duration: "1:00" },
    ...{ durationSeconds: 60, coverImageUrl: `/cover/${id}/256.webp`, image: "", audioUrl: `/list/${id}` },
    ...{ downloadUrl: "", createdAt: "2026-06-01T00:00:00.000Z" },
  } as Track));
}

/** A phone and a service in the test's hands. */
export class GivenSaved {
  now = Date.UTC(2026, 5, 1, 12);
  /** The service's clock is ahead of the device's by so much. */
  skewMs = 0;
  isMetered = false;
  /** Undefined: nothing can be reached. */
  premium: "has" | "ended" | "taste" | undefined = "has";
  /** The songs that have a place without Premium. */
  places: TasteSong[] = [];
  /** The songs that may not be played now. */
  withheld = new Set<string>();
  /** Changes what the service answers to a request for bytes. */
  answer: (response: Response, range: string) => Response | Promise<Response> = (response) => response;
  /** What is sung in tracks, as the service has it. */
  readonly lyrics = new Map<string, Lyrics>();
  readonly files = new Map<string, Blob>();
  /** Ranges that were asked for, as "track range". */
  readonly asked: string[] = [];
  readonly database = new SavedDatabase();
  library = this.open();

  /** The page after a reload. */
  open(): SavedLibrary {
    return this.library = new SavedLibrary(this.database, this.#effects(), () => this.isMetered);
  }

  /** The bytes of a track as the service has them. */
  fileOf(trackId: string): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(2 * PIECE_BYTES + 1_000);
    return bytes.map((_byte, index) => (index * 7 + trackId.charCodeAt(0)) % 251);
  }

  states(): Record<string, string> {
    return Object.fromEntries(this.library.snapshot.get().tracks.map(({ trackId, state }) => [trackId, state]));
  }

  #effects(): SavedEffects {
    const sha256 = async (file: Blob) => {
      const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
      return new Uint8Array(hash).toHex();
    };
    return {
      sha256,
      ...{ now: () => this.now, random: () => 1, alone: (work) => work() },
      files: {
        put: async (path, file) => void this.files.set(path, await file.blob()),
        size: (path) => Promise.resolve(this.files.get(path)?.size),
        delete: (path) => Promise.resolve(void this.files.delete(path)),
        paths: () => Promise.resolve(new Set(this.files.keys())),
      },
      getLicence: () => this.#licence(),
      findWithheld: async (trackIds) => {
        await this.#licence();
        return trackIds.filter((trackId) => this.withheld.has(trackId));
      },
      changeTaste: async (trackId, wanted) => {
        await this.#licence();
        const others = this.places.filter((song) => song.trackId !== trackId);
        if (wanted && others.length >= 2) throw refusal("taste_full", 409);
        const song = { trackId, savedAt: this.now, isRemoved: !wanted, freeAt: this.now + DAY_MS };
        this.places = [...others, song];
        return { limit: 2, songs: this.places };
      },
      getCopy: async (trackId, { quality }) => {
        await this.#licence();
        const file = this.fileOf(trackId);
        const about = { bytes: file.length, sha256: await sha256(new Blob([file])), contentType: "audio/mp4" };
        return { url: `/media/${trackId}`, expiresAt: this.now + DAY_MS, quality, ...about };
      },
      getLyrics: (trackId) => Promise.resolve(this.lyrics.get(trackId) ?? null),
      fetch: (url, init) => this.#bytes(url.split("/").at(-1) ?? "", new Headers(init.headers).get("range") ?? ""),
    };
  }

  // deno-lint-ignore require-await -- a refusal is a rejection, as in the browser
  async #licence(): Promise<OfflineLicence> {
    if (this.premium === undefined) throw new ApiError({ kind: "network" });
    if (this.premium === "ended") throw refusal();
    const now = this.now + this.skewMs;
    const taste = this.premium === "taste"
      ? { kind: "taste" as const, limit: 2, songs: this.places }
      : { kind: "premium" as const };
    return { licence: "signed", deviceId: "device-one", issuedAt: now, until: now + 14 * DAY_MS, now, ...taste };
  }

  async #bytes(trackId: string, range: string): Promise<Response> {
    if (this.premium === undefined) throw new TypeError("Failed to fetch");
    this.asked.push(`${trackId} ${range}`);
    const [start = 0, end = 0] = range.replace("bytes=", "").split("-").map(Number);
    return await this.answer(new Response(this.fileOf(trackId).slice(start, end + 1), { status: 206 }), range);
  }
}

function refusal(code: ProblemCode = "premium_only", status = 403): ApiError {
  const error = "Offline mode is part of Premium";
  return new ApiError({
    kind: "http",
    status,
    problem: { error, message: error, code, requestId: "" },
  });
}
