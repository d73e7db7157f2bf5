import { describe, expect, it } from "vitest";
import { SOCIAL_FIELDS, socialName } from "../contract/social_links.ts";
import { DEMO_ARTISTS as creators } from "./catalogue.ts";
import { demoSongs } from "../testing/demo_songs.ts";

const tracks = demoSongs();

function distinct<T>(values: T[]): T[] {
  return [...new Set(values)];
}

describe("the demo catalogue", () => {
  it("has at least 24 tracks by 8 creators in 6 genres", () => {
    expect(tracks.length).toBeGreaterThanOrEqual(24);
    expect(creators).toHaveLength(8);
    expect(distinct(tracks.map(({ genre }) => genre)).sort())
      .toEqual(["afrobeat", "amapiano", "gospel", "highlife", "hip-hop", "jazz"]);
  });

  it("names every creator and track once", () => {
    expect(distinct(creators.map(({ slug }) => slug))).toHaveLength(creators.length);
    expect(distinct(tracks.map(({ slug }) => slug))).toHaveLength(tracks.length);
    expect(distinct(tracks.map(({ title }) => title))).toHaveLength(tracks.length);
    for (const { slug } of tracks) expect(slug).toMatch(/^[a-z0-9-]+$/);
  });

  it("keeps every track between 30 and 120 seconds and all of them under 26 minutes", () => {
    for (const { slug, durationMs } of tracks) {
      expect(durationMs, slug).toBeGreaterThan(30_000);
      expect(durationMs, slug).toBeLessThan(120_000);
    }
    expect(tracks.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeLessThan(26 * 60_000);
  });

  it("shows what an artist's page can hold: long and short bios, pages elsewhere, contacts and names that are public or not", () => {
    expect(distinct(creators.map(({ bio }) => bio.length > 150))).toHaveLength(2);
    expect(distinct(creators.map(({ isContactPublic = false }) => isContactPublic))).toHaveLength(2);
    expect(distinct(creators.map(({ isNamePublic = false }) => isNamePublic))).toHaveLength(2);
    for (const { slug, links = {} } of creators) {
      expect(Object.keys(links), slug).not.toEqual([]);
      for (const field of SOCIAL_FIELDS) {
        const name = links[field];
        if (name !== undefined) expect(socialName(field, name), slug).toBe(name);
      }
    }
  });
});
