import { afterEach, describe, expect, it } from "vitest";
import { TestSpotify } from "../../testing/spotify.ts";
import { CatalogueUnavailable } from "./types.ts";

const query = { q: "Burna", kinds: ["track", "playlist"], limit: 10, offset: 0, previewUrl: () => null } as const;
let spotify: TestSpotify;
afterEach(() => spotify[Symbol.asyncDispose]());

describe("SpotifyCatalogue", () => {
  it("asks for Nigeria with one token for many searches, and closes the holes in the answer", async () => {
    spotify = new TestSpotify();
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
    spotify = new TestSpotify({ search: (asked) => asked === 3 ? new Response("{}", { status: 401 }) : undefined });
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
    spotify = new TestSpotify({ search: (asked) => asked === 1 ? away() : undefined });
    await expect(spotify.open().search(query)).rejects.toBeInstanceOf(CatalogueUnavailable);
    expect(spotify.searches).toHaveLength(1);
  });

  it("leaves Spotify alone for as long as it asked", async () => {
    const busy = () => new Response("{}", { status: 429, headers: { "retry-after": "7" } });
    spotify = new TestSpotify({ search: (asked) => asked === 1 ? busy() : undefined });
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
    spotify = new TestSpotify({ search: () => failure?.() });
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
