import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { coverSrcSet } from "../ui/cover_sources.ts";
import { COVER_WIDTHS } from "../ui/TrackCard.tsx";
import { api } from "./api.ts";
import { takeEarly } from "./early.ts";

const page = globalThis as { orinEarly?: { path: string; asked: Promise<Response> } };
const head = readFileSync(join(import.meta.dirname ?? "", "../../ask_early.js"), "utf8");
const answer = (text: string) => Promise.resolve(new Response(JSON.stringify({ text })));

afterEach(() => {
  delete page.orinEarly;
  vi.unstubAllGlobals();
});

describe("the page's head", () => {
  const script = readFileSync(join(import.meta.dirname ?? "", "../../ask_early.js"), "utf8");

  it.each([
    ["/", "/api/v1/home"],
    ["/songs", "/api/v1/tracks"],
    ["/artists/0192-a", "/api/auth/creators/0192-a"],
    ["/track/0192-a?from=mail", "/api/v1/tracks/0192-a"],
    ["/playlists/0192-a", "/api/v1/playlists/0192-a"],
    ["/release/0192-a", "/api/v1/upcoming/0192-a"],
    ["/music-details?id=0192-a", "/api/v1/albums/0192-a"],
    ["/playlists/join/signed.link", undefined],
    ["/music-details", undefined],
    ["/settings", undefined],
  ])("asks for the answer of a visitor's screen: %s", async (address, path) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (asks: string) => {
      asked.push(asks);
      return answer("early");
    });
    vi.stubGlobal("navigator", { serviceWorker: { controller: null } });
    history.replaceState(null, "", address);
    new Function(script)();
    expect([asked, page.orinEarly?.path]).toEqual([path === undefined ? [] : [path], path]);
    await page.orinEarly?.asked;
    history.replaceState(null, "", "/");
  });
});

describe("what the page's head asked for", () => {
  it("answers the first call for it, and no other", async () => {
    vi.stubGlobal("fetch", () => answer("later"));
    page.orinEarly = { path: "/api/v1/home", asked: answer("early") };
    expect(await api("/api/v1/tracks")).toEqual({ text: "later" });
    expect(await api("/api/v1/home", { method: "POST" })).toEqual({ text: "later" });
    expect(await api("/api/v1/home")).toEqual({ text: "early" });
    expect(await api("/api/v1/home")).toEqual({ text: "later" });
  });

  it("is not waited for longer than any other answer", async () => {
    page.orinEarly = { path: "/api/v1/home", asked: new Promise(() => undefined) };
    await expect(api("/api/v1/home", { timeoutMs: 20 })).rejects.toMatchObject({ kind: "network" });
  });

  it("is a visitor's: whoever has logged in meanwhile asks again", () => {
    page.orinEarly = { path: "/api/v1/home", asked: answer("early") };
    expect(takeEarly("/api/v1/home", "a token")).toBeUndefined();
    expect(takeEarly("/api/v1/home", undefined)).toBeUndefined();
  });
});

describe("the first covers", () => {
  const visit = async (connection: object, covers: string[]) => {
    history.replaceState(undefined, "", "/songs");
    vi.stubGlobal("navigator", { serviceWorker: {}, connection });
    // jsdom's Blob is none for Response: the text itself replaces it.
    const body = JSON.stringify({ tracks: covers.map((coverImageUrl) => ({ coverImageUrl })) });
    vi.stubGlobal("fetch", () => Promise.resolve({ blob: () => Promise.resolve(body) }));
    new Function(head)();
    await new Promise((done) => setTimeout(done, 10));
    return [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=preload]")];
  };

  afterEach(() => document.head.replaceChildren());

  it("are asked for beside the app's code, by the very addresses that the cards ask for", async () => {
    const covers = ["/media/covers/k1/512.webp", "https://i.example/other.png"];
    const links = await visit({ effectiveType: "4g" }, covers);
    expect(links.map((link) => [link.getAttribute("type"), link.imageSrcset, link.imageSizes])).toEqual([
      ["image/avif", coverSrcSet("/media/covers/k1/512.webp", "avif", false), COVER_WIDTHS],
    ]);
    expect(await (await takeEarly("/api/v1/tracks", undefined))?.json()).toMatchObject({ tracks: [{}, {}] });
  });

  it("wait where data is dear or the network slow: other files are shown there", async () => {
    const covers = ["/media/covers/k1/512.webp"];
    expect(await visit({ effectiveType: "3g" }, covers)).toEqual([]);
    expect(await visit({ effectiveType: "4g", saveData: true }, covers)).toEqual([]);
    localStorage.setItem("orin.data-saver", "on");
    expect(await visit({ effectiveType: "4g" }, covers)).toEqual([]);
    localStorage.clear();
  });
});
