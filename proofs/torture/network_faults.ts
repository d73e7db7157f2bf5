import type { PlayBatchAnswer, PlayResult } from "../../backend/contract/listening.ts";
import { pause } from "../parts/waiting.ts";

/** What becomes of requests on their way. */
type Weather = "fair" | "2G" | "503" | "answers lost";

/** A report that the service has taken. */
export interface TakenReport {
  readonly userId: string;
  readonly playId: string;
  readonly trackId: string;
  readonly listenedMs: number;
  readonly status: PlayResult["status"];
  readonly reason: string | undefined;
}

/** As a phone at the edge of a town has it. */
const SLOW = { latencyMs: 650, bytesPerSecond: 50_000 / 8 };
const REPORTS = /^\/api\/v1\/plays$|^\/api\/v1\/play\/([\w-]+)$/;

/** Between browser and service, for pages, workers and sound alike: brings every request, with the weather of the moment. */
export class NetworkFaults implements AsyncDisposable {
  weather: Weather = "fair";
  /** What the service took, in its order, whether the browser heard of it or not. */
  readonly taken: TakenReport[] = [];
  /** Bytes of sound that went out. */
  soundBytes = 0;
  readonly #target: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(serviceUrl: string) {
    this.#target = serviceUrl;
    this.#server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {}, onError: () => new Response(null, { status: 502 }) },
      (request) => this.#bring(request),
    );
  }

  get url(): string {
    return `http://localhost:${this.#server.addr.port}`;
  }

  async #bring(request: Request): Promise<Response> {
    const { weather } = this;
    if (weather === "503") return unavailable();
    if (weather === "2G") await pause(SLOW.latencyMs);
    const { pathname, search } = new URL(request.url);
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : null;
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    headers.set("accept-encoding", "identity");
    const { method, signal } = request;
    const answer = await fetch(`${this.#target}${pathname}${search}`, {
      ...{ method, headers, body, signal, redirect: "manual" },
    });
    if (method === "POST" && REPORTS.test(pathname) && answer.ok) {
      const said = new Uint8Array(await answer.arrayBuffer());
      this.#note(pathname, headers, { body, said });
      return this.weather === "answers lost" ? unavailable() : new Response(said, answer);
    }
    if (weather === "answers lost" && method === "POST") {
      await answer.body?.cancel();
      return unavailable();
    }
    return new Response(this.#paced(answer, pathname), answer);
  }

  #note(pathname: string, headers: Headers, { body, said }: { body: Uint8Array | null; said: Uint8Array }): void {
    const [, single] = REPORTS.exec(pathname) ?? [];
    const sent = jsonIn(body);
    const answer = jsonIn(said);
    const userId = subjectOf(headers.get("authorization"));
    const results: PlayBatchAnswer["results"] = single === undefined ? answer.results : [answer];
    const plays: Sent[] = single === undefined ? sent.plays : [{ ...sent, trackId: single }];
    for (const [index, { playId, trackId, listenedMs }] of plays.entries()) {
      const { status = "refused", reason } = results[index] ?? {};
      this.taken.push({ userId, playId, trackId, listenedMs, status, reason });
    }
  }

  /** Counts sound; on 2G all of it comes a little at a time. */
  #paced({ body, headers }: Response, pathname: string): ReadableStream<Uint8Array> | null {
    if (!body) return null;
    const isSound = /^audio\//.test(headers.get("content-type") ?? "") || /audio/.test(pathname);
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: async (chunk, out) => {
          for (let at = 0; at < chunk.length;) {
            const step = this.weather === "2G" ? SLOW.bytesPerSecond / 10 : chunk.length;
            const part = chunk.subarray(at, at + step);
            if (this.weather === "2G") await pause(100);
            if (isSound) this.soundBytes += part.length;
            out.enqueue(part);
            at += part.length;
          }
        },
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.weather = "503";
    // What a stalled element still holds open would be waited for without an end.
    await Promise.race([this.#server.shutdown(), pause(2_000)]);
  }
}

interface Sent {
  readonly playId: string;
  readonly trackId: string;
  readonly listenedMs: number;
}

function unavailable(): Response {
  return new Response("Service Unavailable", { status: 503 });
}

// deno-lint-ignore no-explicit-any
function jsonIn(bytes: Uint8Array | null): any {
  return JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()) || "{}");
}

/** Whose report it is: the service has checked the token. */
function subjectOf(authorization: string | null): string {
  const [, payload = ""] = (authorization ?? "").split(".");
  const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  return String(JSON.parse(text || "{}").sub ?? "");
}
