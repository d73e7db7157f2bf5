import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "./api.ts";
import { takeEarly } from "./early.ts";

const page = globalThis as { orinEarly?: { path: string; asked: Promise<Response> } };
const answer = (text: string) => Promise.resolve(new Response(JSON.stringify({ text })));

afterEach(() => {
  delete page.orinEarly;
  vi.unstubAllGlobals();
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
