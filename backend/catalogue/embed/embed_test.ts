import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { takenOn } from "../../../projections/catalogue/served_streams.ts";
import { createApp } from "../../app.ts";
import { newId } from "../../contract/ids.ts";
import { lagosDay } from "../../contract/policy.ts";
import { type CallOptions, send } from "../../testing/call.ts";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../../testing/catalogue.ts";
import { givePremium } from "../../testing/premium.ts";
import { changeTrack } from "../track/edit.ts";
import { removeTrack } from "../track/remove.ts";

const MINUTE_MS = 60_000;
const SCRIPT = "let a = '{{title}} $&';";
const PAGE =
  `<head><title>{{title}}</title><style>b {}</style></head><main data-state="{{state}}" data-early="{{early}}"
  data-title="{{title}}"><img src="{{cover}}"><a href="{{page}}">{{duration}}</a></main><script>${SCRIPT}</script>`;
const HOSTILE = `"><script>alert('1')</script> $& {{artist}} \u202e`;

let test: TestCatalogue;
let directory: string;
let app: ReturnType<typeof createApp>;
let ownerId: string;
let track: TestTrack;
beforeAll(async () => {
  test = await openTestCatalogue();
  directory = await Deno.makeTempDir();
  await Deno.writeTextFile(`${directory}/embed.html`, PAGE);
  await Deno.writeTextFile(`${directory}/index.html`, "<head></head>");
  app = createApp(test.deps, { isReady: () => true, pagesDirectory: directory });
  ({ userId: ownerId } = await test.logIn("creator"));
  const cover = { key: "covers/0192/abc", placeholder: "#000000 #111111" };
  track = await test.addTrack({ ownerId, title: HOSTILE, artist: "Ọ̀ṣun & Co", cover });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await Deno.remove(directory, { recursive: true });
});

const get = (path: string, options: CallOptions = {}) => send(app, "GET", { path, ...options });
const embedded = (trackId: string, { browser = "Browser", token }: { browser?: string; token?: string } = {}) =>
  get(`/api/v1/stream/${trackId}/embedded`, { token, headers: { "user-agent": browser } });

/** Takes the whole song, as fast as it comes. */
async function hear(answer: Response): Promise<number> {
  const { streamUrl } = await answer.json();
  const sound = await get(streamUrl, { headers: { range: "bytes=0-119999" } });
  await sound.arrayBuffer();
  await test.deps.served.settle();
  test.pass(5 * MINUTE_MS);
  return sound.status;
}

describe("the embedded player's page", () => {
  it("shows its song, with everything escaped and its script as it was built", async () => {
    const answer = await get(`/embed/track/${track.trackId}`);
    const html = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(html).toContain("<title>&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; $&amp; {{artist}} \u202e");
    expect(html).toContain(`<img src="/media/covers/0192/abc/256.webp"><a href="http://localhost:8000/track/`);
    expect(html).toContain(`>2:00</a></main><script>${SCRIPT}</script>`);
  });

  it("is the one page that others may frame, in a sandbox without the session", async () => {
    const { headers } = await get(`/embed/track/${track.trackId}`);
    const rules = headers.get("content-security-policy") ?? "";
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(rules.split("; ")).toEqual(expect.arrayContaining([
      ...["default-src 'none'", "frame-ancestors *", `script-src ${hash(SCRIPT)}`, `style-src ${hash("b {}")}`],
      "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    ]));
    expect(rules).not.toContain("allow-same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect([headers.get("x-frame-options"), headers.get("cross-origin-opener-policy"), headers.get("set-cookie")])
      .toEqual([null, null, null]);
    const others = ["/", `/track/${track.trackId}`, "/embed/track/", `/embed/track/${track.trackId}/x`, "/embed.html"];
    for (const path of [...others, `/api/v1/stream/${track.trackId}/embedded`, "/oembed?url=x", "/embed/artist/1"]) {
      const kept = (await get(path)).headers;
      expect([path, kept.get("x-frame-options")]).toEqual([path, "DENY"]);
      expect(kept.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
  });

  it.each(["7", newId(), "%00", "..%2f..%2fetc"])(
    "says of a song that is not there (%s) that it is gone",
    async (id) => {
      const answer = await get(`/embed/track/${id}`);
      expect([answer.status, answer.headers.get("x-frame-options")]).toEqual([404, null]);
      const html = await answer.text();
      expect(html).toContain("<title>This song is not on Orin</title>");
      expect(html).toContain('data-state="gone"');
      expect(html.split("<script>")[0]).not.toContain("{{");
    },
  );

  it("is not there before the app is built, and nobody frames that", async () => {
    const answer = await test.call(`/embed/track/${track.trackId}`);
    expect([answer.status, answer.headers.get("x-frame-options")]).toEqual([404, "DENY"]);
  });
});

describe("an embedded stream", () => {
  it("is a visitor's, also with a session: it proves no play, takes none of the listener's and pays nothing", async () => {
    const { userId, token } = await test.logIn();
    await givePremium(test.deps, userId);
    const song = await test.addTrack();
    test.pass(60 * MINUTE_MS);
    const answer = await embedded(song.trackId, { token });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(await hear(answer)).toBe(206);
    expect((await takenOn(test.deps.store.sql, userId, lagosDay(test.deps.now()))).size).toBe(0);
    const free = await (await get("/api/v1/free-plays", { token })).json();
    expect(free.usedFreePlays).toBe(0);
    const startedAt = test.deps.now() - 5 * MINUTE_MS;
    const body = { playId: newId(), startedAt, listenedMs: 100_000, sentAt: test.deps.now() };
    const reported = await send(app, "POST", { path: `/api/v1/play/${song.trackId}`, token, body });
    expect(await reported.json()).toMatchObject({ reason: "not_delivered", tokens: 0, newBalance: 0 });
  });

  it("begins while the visitor's free plays last: a page that is loaded again brings no new ones", async () => {
    const songs = await Promise.all(Array.from({ length: 20 }, () => test.addTrack()));
    const browser = "One browser";
    for (const { trackId } of songs) expect(await hear(await embedded(trackId, { browser }))).toBe(206);
    const refused = await embedded(track.trackId, { browser });
    expect([refused.status, (await refused.json()).code]).toEqual([402, "free_plays_used_up"]);
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect((await embedded(track.trackId, { browser: "Another" })).status).toBe(200);
  });

  it("waits for the end of early access, and ends with the song", async () => {
    const song = await test.addTrack({ ownerId });
    const by = { trackId: song.trackId, userId: ownerId, isAdmin: false };
    const options = { logs: ["social" as const], metadata: { actor: ownerId } };
    const earlyUntil = test.deps.now() + 60 * MINUTE_MS;
    await test.deps.store.execute(changeTrack, { ...by, details: { earlyUntil } }, options);
    await test.deps.store.settle();
    expect(await (await get(`/embed/track/${song.trackId}`)).text())
      .toContain(`data-early="${new Date(earlyUntil).toISOString()}"`);
    const early = await embedded(song.trackId);
    expect([early.status, (await early.json()).code]).toEqual([403, "early_access"]);
    test.pass(61 * MINUTE_MS);
    expect((await embedded(song.trackId)).status).toBe(200);
    await test.deps.store.execute(removeTrack, by, options);
    await test.deps.store.settle();
    expect((await embedded(song.trackId)).status).toBe(404);
    expect((await get(`/embed/track/${song.trackId}`)).status).toBe(404);
  });
});

describe("GET /oembed", () => {
  const ORIGIN = "http://localhost:8000";
  const ask = async (query: Record<string, string>) => {
    const answer = await get(`/oembed?${new URLSearchParams(query)}`);
    return { status: answer.status, body: await answer.json() };
  };
  const page = () => `${ORIGIN}/track/${track.trackId}`;

  it("says how a song is embedded, at most as large as asked", async () => {
    const { status, body } = await ask({ url: page(), format: "json" });
    expect([status, body.version, body.type, body.title]).toEqual([200, "1.0", "rich", HOSTILE]);
    expect(body).toMatchObject({ author_url: `${ORIGIN}/artists/${ownerId}`, width: 640, height: 152 });
    expect(body.thumbnail_url).toBe(`${ORIGIN}/media/covers/0192/abc/512.jpg`);
    expect(body.html).toContain(
      `<iframe src="${ORIGIN}/embed/track/${track.trackId}" width="640" height="152" title="&quot;`,
    );
    expect(body.html.match(/</g)).toHaveLength(2);
    const small = (await ask({ url: page(), maxwidth: "300", maxheight: "100" })).body;
    expect(small).toMatchObject({ width: 300, height: 100, thumbnail_width: 64, thumbnail_height: 64 });
  });

  it.each(["/songs?track=ID", "/embed/track/ID", "/track/ID/"])("knows a song by %s", async (path) => {
    expect((await ask({ url: `${ORIGIN}${path.replace("ID", track.trackId)}` })).status).toBe(200);
  });

  it("refuses as the standard says", async () => {
    const status = async (query: Record<string, string>) => (await ask(query)).status;
    expect(await status({})).toBe(400);
    expect(await status({ url: page(), maxwidth: "wide" })).toBe(400);
    expect(await status({ url: page(), maxheight: "-1" })).toBe(400);
    const log = vi.spyOn(test.deps, "log");
    expect(await status({ url: page(), format: "xml" })).toBe(501);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
    const unknown = ["", "nothing", `${ORIGIN}/`, `${ORIGIN}/track/7`, `${ORIGIN}/track/${newId()}`];
    const foreign = [`https://elsewhere.example/track/${track.trackId}`, `javascript://localhost:8000/track/1`];
    for (const url of [...unknown, ...foreign]) expect([url, await status({ url })]).toEqual([url, 404]);
  });

  it("is named in the head of the song's page", async () => {
    const html = await (await get(`/track/${track.trackId}`)).text();
    expect(html).toContain(
      `<link rel="alternate" type="application/json+oembed" href="${ORIGIN}/oembed?format=json&amp;url=http%3A%2F%2F`,
    );
  });
});
