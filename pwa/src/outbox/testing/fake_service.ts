import type { PlayResult } from "@contract/listening.ts";
import { MAX_REPORTS_PER_PLAY } from "@contract/policy.ts";
import type { PlayReport } from "@contract/requests/listening.ts";
import { FakeWrites } from "./fake_writes.ts";
import { problem } from "./problem.ts";

const PLAYS = "/api/v1/plays";
const ONE_PLAY = /^\/api\/v1\/play\/([^/]+)$/;
const MS_PER_TOKEN = 300_000;

interface Batch {
  sentAt: number;
  plays: PlayReport[];
}

type SinglePlay = Omit<PlayReport, "trackId"> & { sentAt: number; durationPlayed: number };

interface KnownPlay {
  userId: string;
  trackId: string;
  listenedMs: number;
  reports: number;
}

/**
 * The service's side of `POST /api/v1/plays` and `POST /api/v1/play/:trackId`, with its exact dedupe: a play is a key,
 * only a higher sum adds.
 */
export class FakeService {
  readonly plays = new Map<string, KnownPlay>();
  /** Report tokens that are taken now, and whose they are. */
  readonly tokens = new Map<string, string>();
  /** What no client may ever do. */
  readonly faults: string[] = [];
  /** Bodies as they arrived, newest last. */
  readonly requests: { url: string; token: string; sentAt: number; plays: PlayReport[]; bytes: number }[] = [];
  /** Session tokens that are taken now, and whose they are. */
  readonly sessions = new Map<string, string>();
  readonly writes = new FakeWrites();
  /** Track ids that are refused. */
  readonly unknownTracks = new Set<string>();

  constructor(tokens: Record<string, string> = { "token-ada": "ada" }) {
    for (const [token, userId] of Object.entries(tokens)) this.tokens.set(token, userId);
  }

  /** Decides and answers, as `fetch` would see it. */
  answer(
    init: RequestInit,
    { now = Date.UTC(2026, 5, 1, 8), url = PLAYS }: { now?: number; url?: string } = {},
  ): Response {
    const token = new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? "";
    const [, trackId] = ONE_PLAY.exec(url) ?? [];
    if (url !== PLAYS && trackId === undefined) return this.writes.answer(url, init, this.sessions.get(token));
    const text = String(init.body);
    const body = trackId === undefined ? JSON.parse(text) as Batch : this.#readOne(JSON.parse(text), trackId);
    this.requests.push({ url, token, ...body, bytes: text.length });
    const userId = this.tokens.get(token);
    if (userId === undefined) return problem(401);
    if (trackId !== undefined && this.unknownTracks.has(trackId)) return problem(404);
    const results = body.plays.map((play) => this.#decide(play, userId));
    const newBalance = this.tokensOf(userId);
    const answer = trackId === undefined ? { results, newBalance } : { ...results[0], newBalance };
    return Response.json(answer, { headers: { date: new Date(now).toUTCString() } });
  }

  /** The documented body is minutes; ours beside it says the same to the millisecond. */
  #readOne({ sentAt, durationPlayed, ...play }: SinglePlay, trackId: string): Batch {
    const said = durationPlayed * 60_000;
    if (Math.abs(said - play.listenedMs) > 1) this.faults.push(`${play.playId}: ${said} ms and ${play.listenedMs} ms`);
    return { sentAt, plays: [{ ...play, trackId }] };
  }

  /** All that a user has been credited, in tokens. */
  tokensOf(userId: string): number {
    return [...this.plays.values()].filter((play) => play.userId === userId)
      .reduce((sum, play) => sum + toTokens(play.listenedMs), 0);
  }

  #decide(play: PlayReport, userId: string): PlayResult {
    const { playId, trackId, listenedMs } = play;
    if (sumOf(play) !== listenedMs) this.faults.push(`${playId}: segments add up to ${sumOf(play)}, not ${listenedMs}`);
    const known = this.plays.get(playId) ?? { userId, trackId, listenedMs: 0, reports: 0 };
    if (known.userId !== userId) {
      this.faults.push(`${playId} of ${known.userId} was sent as ${userId}`);
      return { playId, status: "refused", tokens: 0, reason: "other_owner" };
    }
    if (this.unknownTracks.has(trackId)) return { playId, status: "refused", tokens: 0, reason: "unknown_track" };
    if (listenedMs <= known.listenedMs) return { playId, status: "duplicate", tokens: toTokens(known.listenedMs) };
    if (known.reports >= MAX_REPORTS_PER_PLAY) this.faults.push(`${playId} was reported more than 4 times`);
    this.plays.set(playId, { ...known, listenedMs, reports: known.reports + 1 });
    return { playId, status: "accepted", tokens: toTokens(listenedMs) };
  }
}

function sumOf({ segments = [] }: PlayReport): number {
  return segments.reduce((sum, [, length]) => sum + length, 0);
}

function toTokens(ms: number): number {
  return Math.floor(ms / MS_PER_TOKEN * 100) / 100;
}
