import { describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { MediaLinks } from "./media_links.ts";
import { type MediaGrant, MediaTokens } from "./media_token.ts";

const NOW = Date.UTC(2026, 5, 1, 12, 30);
const tokens = new MediaTokens(new Keyring(["a secret for tests only, long enough"]));
const grant: MediaGrant = {
  subject: newId(),
  trackId: newId(),
  quality: "normal",
  grantId: newId(),
  expiresAt: NOW + 1,
};

describe("MediaTokens", () => {
  it("reads what it signed until it expires", () => {
    const token = tokens.sign(grant);
    expect(tokens.read(token, NOW)).toEqual(grant);
    expect(tokens.read(token, NOW + 1)).toBeUndefined();
  });

  it("does not read what was changed, cut or signed with another key", () => {
    const token = tokens.sign(grant);
    const [body = "", signature = ""] = token.split(".");
    const forged = Buffer.from(JSON.stringify(["x", grant.trackId, "high", grant.grantId, NOW * 2])).toString(
      "base64url",
    );
    const other = new MediaTokens(new Keyring(["another secret for tests, long enough"])).sign(grant);
    const bad = ["", ".", body, `${body}.`, `${forged}.${signature}`, `${token}.x`, token.slice(0, -1), other];
    for (const text of [...bad, "x".repeat(100_000), "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"]) {
      expect(tokens.read(text, NOW)).toBeUndefined();
    }
  });
});

describe("MediaLinks", () => {
  const links = new MediaLinks(new Keyring(["a secret for tests only, long enough"]));
  const link = { subject: grant.subject, trackId: grant.trackId, now: NOW };
  const tokenOf = (url: string) => new URL(url, "http://orin.test").searchParams.get("token") ?? "";
  const asked = { trackId: grant.trackId, quality: "normal", now: NOW } as const;

  it("gives lists the same address all through an hour, each listener another one, good for at least six hours", () => {
    const url = links.listed(link, "normal");
    expect(links.listed({ ...link, now: NOW + 29 * 60_000 }, "normal")).toBe(url);
    expect(links.listed({ ...link, now: NOW + 31 * 60_000 }, "normal")).not.toBe(url);
    expect(links.listed({ ...link, subject: newId() }, "normal")).not.toBe(url);
    expect(links.grantAmong([tokenOf(url)], { ...asked, now: NOW + 6 * 3_600_000 })?.subject).toBe(grant.subject);
  });

  it("finds the grant for the track and quality among other tokens, even behind a second question mark", () => {
    const { url } = links.granted(link, { quality: "normal" });
    const token = tokenOf(url);
    expect(links.grantAmong(["session.jwt.token", token], asked)?.subject).toBe(grant.subject);
    expect(links.grantAmong([`${token}?token=session.jwt.token`], asked)?.subject).toBe(grant.subject);
    expect(links.grantAmong([token], { ...asked, quality: "high" })).toBeUndefined();
    expect(links.grantAmong([token], { ...asked, trackId: newId() })).toBeUndefined();
    expect(links.grantAmong([], asked)).toBeUndefined();
  });
});
