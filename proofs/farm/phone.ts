import type { PlayReason } from "../../backend/contract/listening.ts";
import { newId } from "../../backend/contract/ids.ts";
import { pause } from "../parts/waiting.ts";
import type { Song } from "./music.ts";
import type { TownService } from "./service.ts";

/** Who uses a phone: an account that has signed up. */
export interface Account {
  readonly userId: string;
  readonly token: string;
  readonly reportToken: string;
}

/** A play as a phone tells of it. Times in ms, of the phone's own clock. */
export interface ToldPlay {
  readonly playId: string;
  readonly trackId: string;
  readonly startedAt: number;
  readonly listenedMs: number;
  readonly offline?: boolean;
}

/** What Orin answers to a play. */
interface PlayAnswer {
  readonly playId: string;
  readonly units: number;
  readonly reason: PlayReason | undefined;
  /** When the phone said that it began, and when Orin answered, epoch ms. */
  readonly startedAt: number;
  readonly at: number;
}

const MOST_ROWS = 500;
/** The service has too much to do: a phone asks again. */
const BUSY = 503;
/** No free plays are left, or the song is not for this account. */
const REFUSED = new Set([402, 403]);

/** An account on a device behind an address, with nothing but the documented calls. */
export class Phone {
  /** Sound that was fetched, ms, and what Orin answered last to each play. */
  fetchedMs = 0;
  readonly answers = new Map<string, PlayAnswer>();

  constructor(
    readonly service: TownService,
    readonly account: Account,
    readonly options: { readonly deviceId: string; readonly address: string },
  ) {}

  /** Fetches a song, or the first `share` of it; answers the ms of sound that came, 0 when Orin refused it. */
  async fetchSong(song: Song, { share = 1 } = {}): Promise<number> {
    const answer = await this.#get(`/api/v1/stream/${song.trackId}?quality=saver`);
    return answer.status === 200 ? await this.#fetch((await answer.json()).streamUrl, song, share) : 0;
  }

  /** The addresses of the newest songs of an artist, by track. */
  async listSongs(artistId: string): Promise<Map<string, string>> {
    const answer = await this.#get(`/api/v1/tracks?quality=saver&limit=50&artistId=${artistId}`);
    const { tracks } = await answer.json() as { tracks: { _id: string; audioUrl: string }[] };
    return new Map(tracks.map(({ _id, audioUrl }) => [_id, audioUrl]));
  }

  /** Fetches a song by its address in a list; answers the ms of sound that came. */
  async fetchListed(url: string | undefined, song: Song): Promise<number> {
    return url === undefined ? 0 : await this.#fetch(url, song, 1);
  }

  /** Saves songs for offline play, as Premium may; answers those that are saved. */
  async save(songs: readonly Song[]): Promise<Song[]> {
    const answer = await this.#get(`/api/v1/offline-licence?deviceId=${this.options.deviceId}`);
    if (answer.status !== 200) return [];
    const { licence } = await answer.json();
    const saved: Song[] = [];
    for (const song of songs) {
      const copy = await this.#get(`/api/v1/offline-copy/${song.trackId}?quality=saver&licence=${licence}`);
      if (copy.status === 200 && await this.#fetch((await copy.json()).url, song, 1) > 0) saved.push(song);
    }
    return saved;
  }

  /** Tells of plays in one call; `sentAt` is the phone's own time. */
  async tell(plays: readonly ToldPlay[], sentAt: number = this.service.clock.now()): Promise<PlayAnswer[]> {
    const { deviceId } = this.options;
    const rows = plays.map((play) => ({ ...play, deviceId }));
    const told: PlayAnswer[] = [];
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      const body = { sentAt, plays: rows.slice(from, from + MOST_ROWS) };
      const { results } = await (await this.#post("/api/v1/plays", body)).json();
      const startOf = new Map(plays.map((play) => [play.playId, play.startedAt]));
      told.push(...results.map((result: RawAnswer) => this.#note(result, startOf.get(result.playId ?? ""))));
    }
    return told;
  }

  /** Tells of one play with the documented body, in minutes, and what else the client says. */
  async tellMinutes(trackId: string, listenedMs: number, more: object = {}): Promise<PlayAnswer> {
    const body = { durationPlayed: listenedMs / 60_000, ...more };
    return this.#note(await (await this.#post(`/api/v1/play/${trackId}`, body)).json());
  }

  #note({ playId = newId(), tokens = 0, reason }: RawAnswer, startedAt?: number): PlayAnswer {
    const at = this.service.clock.now();
    const answer = { playId, units: Math.round(tokens * 100), reason, startedAt: startedAt ?? at, at };
    this.answers.set(playId, answer);
    return answer;
  }

  async #fetch(url: string, song: Song, share: number): Promise<number> {
    const last = Math.ceil(song.bytes * share) - 1;
    const answer = await this.#get(url, share < 1 ? { range: `bytes=0-${last}` } : {});
    const bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) return 0;
    const ms = Math.floor(bytes / song.bytes * song.durationMs);
    this.fetchedMs += ms;
    return ms;
  }

  async #get(path: string, more: Record<string, string> = {}): Promise<Response> {
    return await this.#send(path, {
      method: "GET",
      headers: { authorization: `Bearer ${this.account.token}`, ...more },
    });
  }

  async #post(path: string, body: object): Promise<Response> {
    const headers = { authorization: `Bearer ${this.account.reportToken}`, "content-type": "application/json" };
    return await this.#send(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const { deviceId, address } = this.options;
    const headers = { "x-forwarded-for": address, "x-device-id": deviceId, ...init.headers };
    for (;;) {
      const answer = await this.service.request(path, { ...init, headers });
      if (answer.ok || REFUSED.has(answer.status)) return answer;
      if (answer.status !== BUSY) {
        throw new Error(`${init.method} ${path} answered ${answer.status}: ${await answer.text()}`);
      }
      await answer.body?.cancel();
      await pause(50);
    }
  }
}

/** The fields of an answer that a phone reads. */
interface RawAnswer {
  readonly playId?: string;
  readonly tokens?: number;
  readonly reason?: PlayReason;
}
