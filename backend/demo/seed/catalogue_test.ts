import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import { derivedId } from "../../store/log/ids.ts";
import { DEMO_ARTISTS } from "../catalogue.ts";
import { demoSongs } from "../../testing/demo_songs.ts";
import { openTestCatalogue, type TestCatalogue } from "../../testing/catalogue.ts";
import { seedCatalogue, type SeedCreator } from "./catalogue.ts";

describe("seedCatalogue()", () => {
  let test: TestCatalogue;
  let creators: SeedCreator[];
  const shares: number[] = [];
  beforeAll(async () => {
    test = await openTestCatalogue();
    const [artist] = DEMO_ARTISTS;
    if (!artist) throw new Error("The demo has no artist");
    creators = [{ userId: newId(), artist: { ...artist, songs: artist.songs.slice(0, 2) } }];
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const seed = (deps: Partial<Deps> = {}) =>
    seedCatalogue({ ...test.deps, ...deps }, creators, { onShare: (share) => void shares.push(share) });

  it("goes on where it broke off, with the same ids, and makes each track once", async () => {
    const { files } = test.deps;
    const put: typeof files.put = (key, ...rest) =>
      key.endsWith("normal.m4a") ? Promise.reject(new Error("killed")) : files.put(key, ...rest);
    await expect(seed({ files: { ...files, put } })).rejects.toThrow("killed");
    const made = await seed();
    const [{ userId, artist } = { userId: "", artist: undefined }] = creators;
    const songs = artist?.songs ?? [];
    expect(made.map((track) => track.trackId).toSorted()).toEqual(
      songs.map((song) => derivedId(userId, `track ${artist?.slug}-${song.slug}`)).toSorted(),
    );
    for (const { trackId } of made) {
      const events = await test.deps.store.readStream("social", `track/${trackId}`);
      expect(events.map((event) => event.type)).toEqual(["TrackUploaded", "RenditionMade", "TrackPublished"]);
    }
    expect(shares.at(-1)).toBe(1);
  });

  it("gives artists the page that the demo names: bio, place and pages elsewhere", async () => {
    const [{ userId, artist } = { userId: "", artist: undefined }] = creators;
    const profile = await (await test.call(`/api/auth/creators/${userId}`)).json();
    expect(profile.bio).toBe(artist?.bio);
    expect(profile.bio.length).toBeGreaterThan(150);
    expect(profile).toMatchObject({ city: artist?.city, ...artist?.links });
    expect(profile.social.instagram).toMatch(/^https:\/\/www\.instagram\.com\/orin_demo/);
  });

  it("changes nothing when all is there", async () => {
    const before = await test.deps.store.lag();
    await seed();
    expect((await test.deps.store.lag()).map((row) => row.head)).toEqual(before.map((row) => row.head));
  });

  it("makes tracks that really play, as long as the catalogue says, out in the past", async () => {
    const { tracks } = await (await test.call("/api/v1/tracks")).json();
    const songs = demoSongs().slice(0, 2);
    expect(tracks).toHaveLength(songs.length);
    for (const track of tracks) {
      const song = songs.find((one) => one.title === track.title);
      expect(Math.abs(track.durationSeconds * 1000 - (song?.durationMs ?? 0))).toBeLessThan(100);
      expect(Date.parse(track.createdAt)).toBeLessThan(test.deps.now());
      const audio = await test.call(track.audioUrl);
      expect(audio.status).toBe(200);
      // About 12 kB a second, as 96 kbit/s are.
      const kilobytes = (await audio.arrayBuffer()).byteLength / 1000 / track.durationSeconds;
      expect(kilobytes).toBeGreaterThan(9);
      expect(kilobytes).toBeLessThan(15);
      expect((await test.call(track.coverImageUrl)).headers.get("content-type")).toBe("image/webp");
    }
  });
});
