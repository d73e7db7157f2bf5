import { pickWeighted, seededRandom } from "../../demo/making/random.ts";
import type { PlaySource } from "../bench/play_source.ts";

interface Visited {
  readonly url: string;
  readonly sessions: readonly string[];
  readonly reportTokens: readonly string[];
  /** Signed addresses of songs, and how many bytes each has. */
  readonly streams: readonly string[];
  readonly streamBytes: number;
  readonly plays: PlaySource;
  readonly login: { readonly email: string; readonly password: string };
}

const READS = ["/api/v1/tracks", "/api/auth/profile", "/api/v1/free-plays", "/api/v1/play-history"];
const WEIGHTS = [40, 40, 15, 5];

/** People who report plays, read, stream and log in, one request after another. */
export class Visitors {
  /** Requests by what they were, answered as they should be. */
  readonly done = new Map<string, number>();
  readonly failures: string[] = [];
  /** Streams that a restart cut, and that went on by Range. */
  resumed = 0;
  readonly #random: () => number;
  #stopped = false;

  constructor(readonly visited: Visited, seed: number) {
    this.#random = seededRandom(seed);
  }

  get count(): number {
    return [...this.done.values()].reduce((sum, count) => sum + count, this.failures.length);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** So many at the same time, until `stop()`. */
  async run(people: number): Promise<void> {
    await Promise.all(Array.from({ length: people }, async (_, person) => {
      while (!this.#stopped) await this.#visit(person % this.visited.sessions.length);
    }));
  }

  async #visit(person: number): Promise<void> {
    const kinds = [
      { what: "plays", ask: () => this.#play() },
      { what: "reads", ask: () => this.#read(person) },
      { what: "streams", ask: () => this.#stream(person) },
      { what: "log-ins", ask: () => this.#logIn() },
    ];
    const kind = kinds[pickWeighted(this.#random, WEIGHTS)];
    if (!kind) return;
    try {
      await kind.ask();
      this.done.set(kind.what, (this.done.get(kind.what) ?? 0) + 1);
    } catch (error) {
      this.failures.push(`${new Date().toISOString()} ${kind.what}: ${error instanceof Error ? error.message : error}`);
    }
  }

  async #play(): Promise<void> {
    const { listener, play } = this.visited.plays.single();
    const body = { sentAt: Date.now(), plays: [play] };
    const answer = await this.#post("/api/v1/plays", { body, token: this.visited.reportTokens[listener] });
    if (!answer.includes('"status":"accepted"')) throw new Error(`the play was not credited: ${answer}`);
  }

  async #read(person: number): Promise<void> {
    const path = READS[Math.floor(this.#random() * READS.length)] ?? "/";
    const headers = { authorization: `Bearer ${this.visited.sessions[person]}` };
    await textOf(await fetch(`${this.visited.url}${path}`, { headers }));
  }

  async #logIn(): Promise<void> {
    await this.#post("/api/auth/login", { body: this.visited.login });
  }

  async #post(path: string, { body, token }: { body: unknown; token?: string | undefined }): Promise<string> {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    return await textOf(
      await fetch(`${this.visited.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    );
  }

  /** Some of a song from somewhere to its end, as a player that has moved its needle. */
  async #stream(person: number): Promise<void> {
    const { url, streams, streamBytes } = this.visited;
    const wantedFrom = Math.floor(this.#random() * streamBytes);
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
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  return text;
}
