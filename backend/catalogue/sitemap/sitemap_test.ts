import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApp } from "../../app.ts";
import { newId } from "../../contract/ids.ts";
import { removeTrack } from "../track/remove.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { sitemapRoutes } from "./routes.ts";

let test: TestListeners;
let artistId: string;
const tracks: string[] = [];
beforeAll(async () => {
  test = await openTestListeners();
  artistId = (await test.addArtist("Ada & Sons")).userId;
  for (const title of ["One", "Two", "Three"]) {
    tracks.push((await test.addTrack({ ownerId: artistId, title, artist: "Ada & Sons", album: "All" })).trackId);
  }
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

const ORIGIN = "http://localhost:8000";
const app = () => sitemapRoutes(test.world.deps, { pagesAPart: 2 });
/** The addresses in a file. */
const read = async (path: string) => {
  const answer = await app().request(path);
  expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
    path,
    200,
    "application/xml; charset=utf-8",
  ]);
  const entries = parseXml(await answer.text()).root?.children.filter((one) => one instanceof XmlElement) ?? [];
  return entries.map((one) =>
    one.children.find((part) => part instanceof XmlElement && part.name === "loc") as XmlElement
  )
    .map(({ text }) => text.replace(ORIGIN, ""));
};

it("the sitemap names its parts, and each page is in one of them", async () => {
  const parts = await read("/sitemap.xml");
  const songs = tracks.toSorted();
  expect(parts.filter((part) => part.includes("/songs/"))).toEqual([
    ...[`/sitemaps/songs/${songs[0]}.xml`, `/sitemaps/songs/${songs[2]}.xml`],
  ]);
  const pages = (await Promise.all(parts.map(read))).flat();
  expect(pages.filter((page) => page.startsWith("/track/"))).toEqual(songs.map((id) => `/track/${id}`));
  expect(pages).toContain(`/artists/${artistId}`);
  expect(pages).toContain("/songs");
  expect(pages.filter((page) => page.startsWith("/music-details?id="))).toHaveLength(1);
  expect(new Set(pages).size).toBe(pages.length);
});

it("a song that is gone is in no part", async () => {
  const command = { trackId: tracks[1] ?? "", userId: artistId, isAdmin: false };
  await test.world.deps.store.execute(removeTrack, command, { logs: ["social"], metadata: { actor: artistId } });
  await test.world.settle();
  const pages = (await Promise.all((await read("/sitemap.xml")).map(read))).flat();
  expect(pages.filter((page) => page.startsWith("/track/"))).toHaveLength(2);
});

it("robots.txt names the sitemap, and what is no part of it is not found", async () => {
  const whole = createApp(test.world.deps, { isReady: () => true, pagesDirectory: "" });
  expect(await (await whole.request("/robots.txt")).text()).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`);
  for (const path of ["/sitemaps/songs/7.xml", `/sitemaps/people/${newId()}.xml`]) {
    expect((await whole.request(path)).status).toBe(404);
  }
});
