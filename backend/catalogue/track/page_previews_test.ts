import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../app.ts";
import { newId } from "../../contract/ids.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

const SHELL = `<!doctype html><html><head><title>Orin</title>
<meta
  name="description"
  content="Old words."
></head><body><div id="root"></div></body></html>`;

let test: TestListeners;
let directory: string;
let app: ReturnType<typeof createApp>;
let artist: TestPerson;
beforeAll(async () => {
  test = await openTestListeners();
  directory = await Deno.makeTempDir();
  await Deno.writeTextFile(`${directory}/index.html`, SHELL);
  await Deno.writeTextFile(`${directory}/sw.js`, "</head>");
  app = createApp(test.world.deps, { isReady: () => true, pagesDirectory: directory });
  artist = await test.addArtist(`Bisi "Big$&" <b>Ade</b>`);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await Deno.remove(directory, { recursive: true });
});

const page = async (path: string) => {
  const answer = await app.request(path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  return await answer.text();
};

/** The JSON-LD, which a page has once. */
const subjectIn = (html: string) => {
  const parts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(parts).toHaveLength(1);
  return JSON.parse(parts[0]?.[1] ?? "");
};

describe("the head of a shared page", () => {
  it("says what a track is, with everything escaped", async () => {
    const hostile = `"><script>alert('1')</script> $& $1`;
    const cover = { key: "covers/0192/abc", placeholder: "#000000 #111111" };
    const track = await test.addTrack({ ownerId: artist.userId, title: hostile, artist: "Ọ̀ṣun & Co", cover });
    const html = await page(`/songs?track=${track.trackId}`);
    const safe = "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; $&amp; $1";
    expect(html).toContain(`<title>${safe} by Ọ̀ṣun &amp; Co · Orin</title>`);
    expect(html).toContain(`<meta property="og:title" content="${safe} by Ọ̀ṣun &amp; Co · Orin">`);
    expect(html).toContain('<meta property="og:type" content="music.song">');
    expect(html).toMatch(
      new RegExp(`og:image" content="http://localhost:8000/media/cards/song/${track.trackId}/[0-9a-f]{16}.jpg">`),
    );
    expect(html).toContain('<meta property="og:image:width" content="1200">');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(html).toContain(`<link rel="canonical" href="http://localhost:8000/songs?track=${track.trackId}">`);
    expect(html).toContain('<meta property="music:duration" content="120">');
    expect(html).not.toContain("Old words");
    expect(html).not.toContain("<script>");
    const data = subjectIn(html);
    expect(data).toMatchObject({ "@type": "MusicRecording", name: hostile, duration: "PT2M0S" });
    expect(data.url).toBe(`http://localhost:8000/track/${track.trackId}`);
    expect(data.byArtist).toMatchObject({ "@type": "MusicGroup", name: "Ọ̀ṣun & Co" });
    expect(data.image).toBe("http://localhost:8000/media/covers/0192/abc/512.webp");
    expect(html.match(/<\/head>/g)).toHaveLength(1);
    expect(html).toContain('<div id="root">');
  });

  it("says what a track's own page is, with the length that the page shows", async () => {
    const track = await test.addTrack({ ownerId: artist.userId, title: "Walk", artist: "Bisi", durationMs: 36_700 });
    const html = await page(`/track/${track.trackId}`);
    expect(html).toContain('<meta property="og:title" content="Walk by Bisi · Orin">');
    expect(html).toContain(`<link rel="canonical" href="http://localhost:8000/track/${track.trackId}">`);
    expect(html).toContain('<meta property="music:duration" content="36">');
    const { body } = await test.call("GET", `/api/v1/tracks/${track.trackId}`);
    expect(body.track.duration).toBe("0:36");
  });

  it("says what albums and artists are", async () => {
    const track = await test.addTrack({ ownerId: artist.userId, title: "One", artist: "Bisi", album: "Ìrìn Àjò" });
    const { body } = await test.call("GET", `/api/v1/albums?artistId=${track.ownerId}`);
    const album = await page(`/music-details?id=${body.albums[0]._id}`);
    expect(album).toContain('<meta property="og:title" content="Ìrìn Àjò by Bisi · Orin">');
    expect(album).toContain('content="1 song by Bisi on Orin: listen, and earn tokens while you do."');
    expect(subjectIn(album)).toMatchObject({
      ...{ "@type": "MusicAlbum", name: "Ìrìn Àjò", numTracks: 1 },
      track: [{ "@type": "MusicRecording", url: `http://localhost:8000/track/${track.trackId}` }],
    });
    const profile = await page(`/artists/${artist.userId}`);
    expect(subjectIn(profile)).toMatchObject({ "@type": "MusicGroup", name: `Bisi "Big$&" <b>Ade</b>` });
    expect(profile).toContain("<title>Bisi &quot;Big$&amp;&quot; &lt;b&gt;Ade&lt;/b&gt; · Orin</title>");
    expect(profile).toContain('<meta property="og:type" content="profile">');
  });

  it("is Orin's own where there is nothing to tell", async () => {
    const paths = [
      "/",
      "/songs",
      "/songs?track=7",
      `/track/${newId()}`,
      "/track/7",
      `/songs?track=${newId()}`,
      `/music-details?id=${newId()}`,
    ];
    for (const path of [...paths, `/artists/${newId()}`, "/wherever"]) {
      expect(await page(path)).toContain('<meta property="og:title" content="Orin">');
    }
    expect(await page("/songs?x=%22%3E%3Cscript%3E")).not.toContain("<script>");
  });

  it("is written into the shell alone", async () => {
    expect(await (await app.request("/sw.js")).text()).toBe("</head>");
    expect(await (await app.request("/index.html")).text()).toBe(SHELL);
  });

  it("does without the database", async () => {
    const { deps } = test.world.another();
    await deps.store.close();
    const lines: string[] = [];
    const cut = createApp({ ...deps, log: (line) => void lines.push(line) }, {
      isReady: () => true,
      pagesDirectory: directory,
    });
    const answer = await cut.request(`/songs?track=${newId()}`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"og:title" content="Orin"')]);
    expect(lines).toEqual(["No preview for /songs"]);
  });
});
