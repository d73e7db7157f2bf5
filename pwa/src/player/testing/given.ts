import type { Quality } from "@contract/listening.ts";
import { PairedAudio } from "../paired_audio.ts";
import { Player } from "../player.ts";
import type { PlayerEffects, PlayerTrack } from "../types.ts";
import { FakeAudio } from "./fake_audio.ts";

/** Tracks of 180 s: `one` has the address `/list/one`. */
export function givenTrack(id: string): PlayerTrack {
  return {
    id,
    title: `Title ${id}`,
    artist: "Ayọ̀",
    artistId: "ayo",
    durationSeconds: 180,
    coverImageUrl: `/cover/${id}/256.webp`,
    audioUrl: `/list/${id}`,
  };
}

export const QUEUE = ["one", "two", "three"].map(givenTrack);

/** A player whose outside is in the test's hands. */
export class GivenPlayer {
  readonly audio = new FakeAudio();
  /** What the service was asked for, as `one normal`. */
  readonly asked: string[] = [];
  /** What was loaded ahead: address and range. */
  readonly fetched: string[] = [];
  readonly revoked: string[] = [];
  saved = new Map<string, string>();
  savesData = false;
  isVisitor = false;
  getStreamUrl: PlayerEffects["getStreamUrl"] = (id, quality) => Promise.resolve(`/fresh/${id}/${quality}`);
  fetch: PlayerEffects["fetch"] = () => Promise.resolve(new Response("sound"));
  /** The network is back. */
  comeOnline: () => void = () => {};
  readonly player: Player;

  /** Seconds that songs fade. */
  crossfade = 0;

  /** All songs are to sound equally loud. */
  levelsSongs = true;

  /** With another element the player has two. */
  constructor(other?: FakeAudio) {
    this.player = new Player({
      audio: other ? new PairedAudio(this.audio, other) : this.audio,
      levelsSongs: () => this.levelsSongs,
      crossfade: () => this.crossfade,
      getStreamUrl: (id, quality: Quality, speed) => {
        this.asked.push(`${id} ${quality}${speed === 1 ? "" : ` ${speed}×`}`);
        return this.getStreamUrl(id, quality, speed);
      },
      savedUrl: (id) => this.saved.get(id),
      isVisitor: () => this.isVisitor,
      savesData: () => this.savesData,
      fetch: (url, init) => {
        this.fetched.push([url, new Headers(init.headers).get("range")].filter(Boolean).join(" "));
        return this.fetch(url, init);
      },
      objectUrl: {
        create: () => `blob:${this.fetched.length}`,
        revoke: (url) => void this.revoked.push(url),
      },
      onOnline: (callback) => void (this.comeOnline = callback),
    });
  }

  get state() {
    return this.player.state.get();
  }
}
