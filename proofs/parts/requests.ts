import type { PlaySource } from "./play_source.ts";

/** A service with people who can ask it for something. */
export interface Visited {
  readonly url: string;
  readonly sessions: readonly string[];
  readonly reportTokens: readonly string[];
  readonly tracks: readonly string[];
  /** Signed addresses of songs, and how many bytes each has. */
  readonly streams: readonly string[];
  readonly streamBytes: number;
  readonly plays: PlaySource;
  readonly login: { readonly email: string; readonly password: string };
}

const READS = ["/api/v1/tracks", "/api/auth/profile", "/api/v1/free-plays", "/api/v1/play-history"];
const SEARCHES = ["so", "song", "art", "artist", "jaz", "sogn"];

/** What people ask for, one request at a time. Each throws where the answer is not as it should be. */
export class Requests {
  /** Streams that a restart cut, and that went on by Range. */
  resumed = 0;

  constructor(readonly visited: Visited, readonly random: () => number) {}

  get #person(): number {
    return Math.floor(this.random() * this.visited.sessions.length);
  }

  async play(): Promise<void> {
    const { listener, play } = this.visited.plays.single();
    await this.#report(listener, [play]);
  }

  /** What a phone has queued without a network. */
  async playBatch(size: number): Promise<void> {
    const { listener, plays } = this.visited.plays.batch(size);
    await this.#report(listener, plays);
  }

  async #report(listener: number, plays: readonly unknown[]): Promise<void> {
    const body = { sentAt: Date.now(), plays };
    const answer = await this.#send("POST", "/api/v1/plays", {
      body,
      token: this.visited.reportTokens[listener],
    });
    const accepted = answer.split('"status":"accepted"').length - 1;
    if (accepted < plays.length) throw new Error(`${plays.length - accepted} plays were not credited: ${answer}`);
  }

  async read(): Promise<void> {
    const path = READS[Math.floor(this.random() * READS.length)] ?? "/";
    await this.#send("GET", path, { token: this.visited.sessions[this.#person] });
  }

  async search(): Promise<void> {
    const words = SEARCHES[Math.floor(this.random() * SEARCHES.length)];
    await this.#send("GET", `/api/v1/search?q=${words}`, { token: this.visited.sessions[this.#person] });
  }

  async page(): Promise<void> {
    await this.#send("GET", "/", {});
  }

  async heart(): Promise<void> {
    const { tracks, sessions } = this.visited;
    const track = tracks[Math.floor(this.random() * tracks.length)];
    await this.#send("PUT", `/api/v1/hearts/track/${track}`, { token: sessions[this.#person] });
  }

  async logIn(): Promise<void> {
    await this.#send("POST", "/api/auth/login", { body: this.visited.login });
  }

  /** Some of a song from somewhere to its end, as a player that has moved its needle. */
  async stream(): Promise<void> {
    const { url, streams, streamBytes } = this.visited;
    const person = this.#person;
    const wantedFrom = Math.floor(this.random() * streamBytes);
    for (let at = wantedFrom; at < streamBytes;) {
      const answer = await fetch(`${url}${streams[person]}`, { headers: { range: `bytes=${at}-` } });
      if (answer.status !== 206) throw new Error(await textOf(answer));
      const before = at;
      try {
        for await (const chunk of answer.body ?? []) at += chunk.length;
      } catch (error) {
        if (at === before) throw error;
        this.resumed++;
      }
    }
  }

  async #send(
    method: string,
    path: string,
    { body, token }: { body?: unknown; token?: string | undefined },
  ): Promise<string> {
    const headers = {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return await textOf(await fetch(`${this.visited.url}${path}`, { method, headers, ...sent }));
  }
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  return text;
}
