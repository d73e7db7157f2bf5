import * as z from "zod/mini";
import type { SearchAnswer } from "../../contract/search.ts";
import { type Catalogue, type CatalogueQuery, CatalogueUnavailable } from "./types.ts";

export interface SpotifyConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Left out: Spotify's own addresses. */
  readonly baseUrl?: string;
  readonly now?: () => number;
  readonly timeoutMs?: number;
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });

const image = z.object({ url: z.string(), width: z.nullable(z.number()), height: z.nullable(z.number()) });
const named = { id: z.string(), name: z.string() };
const links = { external_urls: z.record(z.string(), z.string()), uri: z.string() };
const albumShort = { ...named, images: z.array(image), release_date: z.optional(z.string()) };

const SpotifyTrack = z.object({
  ...named,
  ...links,
  artists: z.array(z.object(named)),
  album: z.object(albumShort),
  duration_ms: z.number(),
  preview_url: z.nullable(z.string()),
  type: z.literal("track"),
});

/** One page of a kind, with items of this schema. */
function spotifyPage<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    href: z.string(),
    limit: z.number(),
    next: z.nullable(z.string()),
    offset: z.number(),
    previous: z.nullable(z.string()),
    total: z.number(),
    items: z.array(item),
  });
}

const SpotifyAnswer = z.object({
  tracks: z.optional(spotifyPage(SpotifyTrack)),
  artists: z.optional(
    spotifyPage(z.object({ ...named, ...links, images: z.array(image), type: z.literal("artist") })),
  ),
  albums: z.optional(spotifyPage(z.object({
    ...albumShort,
    ...links,
    artists: z.array(z.object(named)),
    total_tracks: z.number(),
    type: z.literal("album"),
  }))),
  playlists: z.optional(spotifyPage(z.object({
    ...named,
    ...links,
    images: z.array(image),
    owner: z.object({ display_name: z.nullable(z.string()) }),
    type: z.literal("playlist"),
  }))),
}) satisfies z.ZodMiniType<SearchAnswer>;

/** Renews a token this long before it expires. */
const EARLY_MS = 60_000;
const TIMEOUT_MS = 5_000;
const RETRY_MS = 5_000;

/** Spotify's catalogue by client credentials: one token for the service, kept here and never handed out. */
export class SpotifyCatalogue implements Catalogue {
  readonly #config: Required<Omit<SpotifyConfig, "baseUrl">>;
  readonly #accountsUrl: string;
  readonly #apiUrl: string;
  #token: { until: number; asked: Promise<z.infer<typeof Token>> } | undefined;
  /** Until then Spotify asked to be left alone; epoch ms. */
  #quietUntil = 0;

  constructor({ baseUrl, ...config }: SpotifyConfig) {
    this.#config = { now: Date.now, timeoutMs: TIMEOUT_MS, ...config };
    this.#accountsUrl = baseUrl ?? "https://accounts.spotify.com";
    this.#apiUrl = baseUrl ?? "https://api.spotify.com";
  }

  async search({ q, kinds, limit, offset }: CatalogueQuery): Promise<SearchAnswer> {
    const url = new URL("v1/search", this.#apiUrl);
    // Without a market most of it would count as not available.
    const params = { q, type: kinds.join(","), market: "NG", limit: String(limit), offset: String(offset) };
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    let answer = await this.#ask(url);
    if (answer.status === 401) {
      this.#token = undefined;
      answer = await this.#ask(url);
    }
    if (!answer.ok) throw this.#failureOf(answer);
    const parsed = SpotifyAnswer.safeParse(withoutHoles(await json(answer)));
    if (!parsed.success) {
      throw new CatalogueUnavailable("Spotify answered in another shape", RETRY_MS, { cause: parsed.error });
    }
    return parsed.data;
  }

  async #ask(url: URL): Promise<Response> {
    const waitMs = this.#quietUntil - this.#config.now();
    if (waitMs > 0) throw new CatalogueUnavailable("Spotify asked to wait", waitMs);
    return await this.#fetch(url, { headers: { authorization: `Bearer ${await this.#accessToken()}` } });
  }

  /** One request for a token at a time, shared by all callers. */
  async #accessToken(): Promise<string> {
    const now = this.#config.now();
    if (this.#token && now < this.#token.until) return (await this.#token.asked).access_token;
    const kept = { until: now + EARLY_MS, asked: this.#askToken() };
    this.#token = kept;
    try {
      const { access_token, expires_in } = await kept.asked;
      kept.until = now + expires_in * 1_000 - EARLY_MS;
      return access_token;
    } catch (error) {
      if (this.#token === kept) this.#token = undefined;
      throw error;
    }
  }

  async #askToken(): Promise<z.infer<typeof Token>> {
    const { clientId, clientSecret } = this.#config;
    const answer = await this.#fetch(new URL("api/token", this.#accountsUrl), {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    if (!answer.ok) throw this.#failureOf(answer);
    const parsed = Token.safeParse(await json(answer));
    if (!parsed.success) throw new CatalogueUnavailable("Spotify gave no token", RETRY_MS, { cause: parsed.error });
    return parsed.data;
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    try {
      // Its keys go nowhere else.
      return await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(this.#config.timeoutMs) });
    } catch (cause) {
      throw new CatalogueUnavailable("Spotify cannot be reached", RETRY_MS, { cause });
    }
  }

  #failureOf(answer: Response): CatalogueUnavailable {
    answer.body?.cancel().catch(() => {});
    const seconds = Number(answer.headers.get("retry-after"));
    const retryAfterMs = answer.status === 429 && seconds > 0 ? seconds * 1_000 : RETRY_MS;
    if (answer.status === 429) this.#quietUntil = this.#config.now() + retryAfterMs;
    return new CatalogueUnavailable(`Spotify answered ${answer.status}`, retryAfterMs);
  }
}

async function json(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (cause) {
    throw new CatalogueUnavailable("Spotify's answer broke off", RETRY_MS, { cause });
  }
}

/** Items of a page may be null where something was taken down, and tracks of small apps come without previews. */
function withoutHoles(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([kind, page]) => {
      const items: unknown = page?.items;
      if (!Array.isArray(items)) return [kind, page];
      const whole = items.filter((item) => typeof item === "object" && item !== null);
      return [kind, {
        ...page,
        items: kind === "tracks" ? whole.map((item) => ({ preview_url: null, ...item })) : whole,
      }];
    }),
  );
}
