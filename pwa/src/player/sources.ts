import type { Quality } from "@contract/listening.ts";
import { STREAM_AHEAD_MS } from "@contract/policy.ts";
import type { PlayerEffects, PlayerTrack } from "./types.ts";

/** The quality and the speed for which the addresses in lists are signed. */
const LIST_QUALITY: Quality = "normal";
const LIST_SPEED = 1;
const QUALITIES: readonly Quality[] = ["saver", "normal", "high"];
/** Seconds of the next track to load before its turn: a little less than the service's first burst. */
const NEXT_SECONDS = 8;
/** Asks the service to send no more than this ahead of what is heard, until the rest is asked for. */
const PACE = `ahead=${STREAM_AHEAD_MS / 1_000}`;
const BYTES_PER_SECOND: Readonly<Record<Quality, number>> = { saver: 6_000, normal: 12_000, high: 20_000 };

/** The track that comes next; `url` is there once the service has given it. */
interface Ahead {
  key: string;
  url?: string;
  stop: AbortController;
}

/** Where the bytes of tracks come from: saved copies, what was loaded ahead, lists, and fresh addresses. */
export class Sources {
  readonly #effects: PlayerEffects;
  /** How fast songs are heard: what comes from the service is sent at this pace. */
  speed = 1;
  readonly #broken = new Set<string>();
  #kept: { trackId: string; url: string } | undefined;
  #keeping: { trackId: string; stop: AbortController } | undefined;
  #next: Ahead | undefined;

  constructor(effects: PlayerEffects) {
    this.#effects = effects;
  }

  /** An address that can be played without asking anyone, so that it can be set in the same task as `ended`. */
  ready(track: PlayerTrack, quality: Quality): string | undefined {
    const ahead = this.#next?.key === this.#keyOf(track, quality) ? this.#next.url : undefined;
    const listed = quality === LIST_QUALITY && this.speed === LIST_SPEED && track.audioUrl
      ? paced(track.audioUrl)
      : undefined;
    return this.local(track) ?? ahead ?? listed;
  }

  /** The track's bytes on this device: they play without any network. */
  local(track: PlayerTrack): string | undefined {
    const kept = this.#kept?.trackId === track.id ? this.#kept.url : undefined;
    return [this.saved(track), kept].find((url) => url !== undefined && !this.#broken.has(url));
  }

  /** The copy saved for offline play. */
  saved({ id }: PlayerTrack): string | undefined {
    return this.#effects.savedUrl(id);
  }

  /** A copy on this device does not play. */
  distrust(url: string): void {
    this.#broken.add(url);
  }

  async fresh(track: PlayerTrack, quality: Quality): Promise<string> {
    return paced(await this.#effects.getStreamUrl(track.id, quality, this.speed));
  }

  /**
   * Tells the service that the track is being heard: the rest may come as fast as the network brings it, so that it plays
   * to its end when the network goes. A request without the pace says so, for one byte. False when it did not get through.
   */
  async askForRest(url: string): Promise<boolean> {
    if (!url.endsWith(PACE)) return true;
    const whole = url.slice(0, -PACE.length - 1);
    const asked = this.#get(whole, new AbortController(), { range: "bytes=0-0" });
    return await asked.then(async (response) => {
      await response.body?.cancel();
      return response.ok;
    }, () => false);
  }

  /**
   * Loads the whole of the track that plays, so that it plays to its end when the network goes. The same address
   * is the same stream to the service, and the browser's cache gives the bytes that have already come.
   */
  async keep({ id }: PlayerTrack, url: string): Promise<void> {
    if (this.#kept?.trackId === id || this.#keeping?.trackId === id || this.#effects.savesData()) return;
    const keeping = this.#keeping = { trackId: id, stop: new AbortController() };
    try {
      const response = await this.#get(url, keeping.stop);
      if (response.status !== 200) return;
      const blob = await response.blob();
      if (this.#keeping === keeping) this.#kept = { trackId: id, url: this.#effects.objectUrl.create(blob) };
    } catch {
      // Tried again while the track plays.
    } finally {
      if (this.#keeping === keeping) this.#keeping = undefined;
    }
  }

  /** Gets the address and the first seconds of the track that comes next. */
  async prepare(track: PlayerTrack, quality: Quality): Promise<void> {
    const key = this.#keyOf(track, quality);
    if (this.#next?.key === key || this.#effects.savesData() || this.local(track)) return;
    this.#next?.stop.abort();
    const next: Ahead = this.#next = { key, stop: new AbortController() };
    try {
      next.url = await this.fresh(track, quality);
      const last = NEXT_SECONDS * BYTES_PER_SECOND[quality] - 1;
      const response = await this.#get(next.url, next.stop, { range: `bytes=0-${last}` });
      await response.arrayBuffer();
    } catch {
      // Then it is loaded when its turn has come.
    }
  }

  /** Another track plays now: what was kept of the others is given back. */
  release(playing: PlayerTrack | null): void {
    if (this.#keeping?.trackId !== playing?.id) {
      this.#keeping?.stop.abort();
      this.#keeping = undefined;
    }
    if (!this.#kept || this.#kept.trackId === playing?.id) return;
    this.#effects.objectUrl.revoke(this.#kept.url);
    this.#kept = undefined;
  }

  #keyOf({ id }: PlayerTrack, quality: Quality): string {
    return `${id} ${quality} ${this.speed}`;
  }

  #get(url: string, { signal }: AbortController, headers: Record<string, string> = {}): Promise<Response> {
    return this.#effects.fetch(url, { headers, signal, priority: "low" });
  }
}

function paced(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${PACE}`;
}

/** The quality that an address names at its end, as those of the service and of saved files do. */
export function qualityOf(url: string): Quality | undefined {
  const last = url.split("?")[0]?.split("/").at(-1);
  return QUALITIES.find((quality) => quality === last);
}
