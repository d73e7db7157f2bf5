import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import { createCatalogue } from "./mod.ts";
import { CatalogueUnavailable } from "./types.ts";

const query = { q: "Burna", kinds: ["track", "playlist"], limit: 10, offset: 0, previewUrl: () => null } as const;
const TRACK = {
  ...{ id: "t1", name: "Last Last", artists: [{ id: "a1", name: "Burna Boy" }], duration_ms: 172_000 },
  album: { id: "b1", name: "Love, Damini", images: [{ url: "https://i/1", width: 640, height: 640 }] },
  ...{ type: "track", uri: "spotify:track:t1", external_urls: { spotify: "https://s/t1" }, is_playable: true },
};
const page = (items: unknown[]) => ({ href: "h", limit: 10, next: null, offset: 0, previous: null, total: 1, items });

interface Behaviour {
  search?(asked: number): Response | undefined | Promise<Response>;
  expiresIn?: number;
}

/** A server of our own that honours the documented contract. */
class Spotify {
  tokens = 0;
  searches: URL[] = [];
  now = 1_000_000;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(behaviour: Behaviour = {}) {
    const app = new Hono().post("/api/token", async (c) => {
      const form = await c.req.parseBody();
      const isOurs = c.req.header("authorization") === `Basic ${btoa("id:secret")}`;
      if (!isOurs || form["grant_type"] !== "client_credentials") return c.json({ error: "invalid_client" }, 400);
      return c.json({
        access_token: `token-${++this.tokens}`,
        token_type: "Bearer",
        expires_in: behaviour.expiresIn ?? 3600,
      });
    }).get("/v1/search", async (c) => {
      this.searches.push(new URL(c.req.url));
      const special = await behaviour.search?.(this.searches.length);
      if (special) return special;
      if (c.req.header("authorization") !== `Bearer token-${this.tokens}`) {
        return c.json({ error: { status: 401 } }, 401);
      }
      return c.json({ tracks: page([TRACK]), playlists: page([null]) });
    });
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
  }

  open(clientSecret = "secret", { timeoutMs = 30_000 } = {}) {
    const url = `http://127.0.0.1:${this.#server.addr.port}`;
    return createCatalogue({
      ...{ kind: "spotify", clientId: "id", clientSecret, accountsUrl: url, apiUrl: url },
      ...{ now: () => this.now, timeoutMs },
    });
  }

  async close() {
    await this.#server.shutdown();
  }
}

let spotify: Spotify;
afterEach(() => spotify.close());

describe("SpotifyCatalogue", () => {
  it("asks for Nigeria with one token for many searches, and closes the holes in the answer", async () => {
    spotify = new Spotify();
    const catalogue = spotify.open();
    const answers = await Promise.all([catalogue.search(query), catalogue.search(query), catalogue.search(query)]);
    expect(spotify.tokens).toBe(1);
    expect(Object.fromEntries(spotify.searches[0]?.searchParams ?? [])).toEqual({
      ...{ q: "Burna", type: "track,playlist", market: "NG", limit: "10", offset: "0" },
    });
    expect(answers[0]?.tracks?.items[0]).toMatchObject({ name: "Last Last", preview_url: null });
    expect(answers[0]?.playlists?.items).toEqual([]);
  });

  it("renews the token a minute before it expires, and once when it is refused", async () => {
    spotify = new Spotify({ search: (asked) => asked === 3 ? new Response("{}", { status: 401 }) : undefined });
    const catalogue = spotify.open();
    await catalogue.search(query);
    spotify.now += 3_541_000;
    await catalogue.search(query);
    expect(spotify.tokens).toBe(2);
    await catalogue.search(query);
    expect([spotify.tokens, spotify.searches.length]).toEqual([3, 4]);
  });

  it("takes its token nowhere else", async () => {
    const away = () => new Response(null, { status: 302, headers: { location: "/v1/search?elsewhere=1" } });
    spotify = new Spotify({ search: (asked) => asked === 1 ? away() : undefined });
    await expect(spotify.open().search(query)).rejects.toBeInstanceOf(CatalogueUnavailable);
    expect(spotify.searches).toHaveLength(1);
  });

  it("leaves Spotify alone for as long as it asked", async () => {
    const busy = () => new Response("{}", { status: 429, headers: { "retry-after": "7" } });
    spotify = new Spotify({ search: (asked) => asked === 1 ? busy() : undefined });
    const catalogue = spotify.open();
    await expect(catalogue.search(query)).rejects.toMatchObject({ name: "CatalogueUnavailable", retryAfterMs: 7_000 });
    spotify.now += 6_000;
    await expect(catalogue.search(query)).rejects.toMatchObject({ retryAfterMs: 1_000 });
    expect(spotify.searches).toHaveLength(1);
    spotify.now += 1_001;
    expect((await catalogue.search(query)).tracks?.total).toBe(1);
  });

  it("says unavailable for what is slow, broken, shaped otherwise, or refuses us", async () => {
    let failure: (() => Response | Promise<Response>) | undefined;
    spotify = new Spotify({ search: () => failure?.() });
    failure = () => new Promise((resolve) => setTimeout(() => resolve(new Response("{}")), 2_000));
    await expect(spotify.open("secret", { timeoutMs: 200 }).search(query)).rejects.toBeInstanceOf(CatalogueUnavailable);
    const catalogue = spotify.open();
    const answers = [
      () => new Response("oops", { status: 500 }),
      () => new Response("not json"),
      () => Response.json({ tracks: { items: "none" } }),
    ];
    for (failure of answers) await expect(catalogue.search(query)).rejects.toBeInstanceOf(CatalogueUnavailable);
    failure = undefined;
    expect((await catalogue.search(query)).tracks?.total).toBe(1);
    await expect(spotify.open("wrong").search(query)).rejects.toBeInstanceOf(CatalogueUnavailable);
  });
});
