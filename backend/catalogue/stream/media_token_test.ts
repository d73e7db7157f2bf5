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
  const listed = (caller: { subject?: string; now?: number } = {}, quality: MediaGrant["quality"] = "normal") =>
    links.listed({ ...link, ...caller }, [{ trackId: grant.trackId, quality }])[0] ?? "";
  const tokenOf = (url: string) => new URL(url, "http://orin.test").searchParams.get("token") ?? "";
  const asked = { trackId: grant.trackId, quality: "normal", now: NOW } as const;

  it("gives lists the same address all through an hour, each listener another one, good for at least six hours", () => {
    const url = listed();
    expect(listed({ now: NOW + 29 * 60_000 })).toBe(url);
    expect(listed({ now: NOW + 31 * 60_000 })).not.toBe(url);
    expect(listed({ subject: newId() })).not.toBe(url);
    expect(links.grantAmong([tokenOf(url)], { ...asked, now: NOW + 6 * 3_600_000 })?.subject).toBe(grant.subject);
  });

  it("signs an address of a list for its caller, track and quality alone, until it is over", () => {
    const token = tokenOf(listed());
    const [caller = "", signature = ""] = token.split(".");
    const other = tokenOf(listed({ subject: newId() }));
    const otherKey = new MediaLinks(new Keyring(["another secret for tests, long enough"]));
    const theirs = tokenOf(otherKey.listed(link, [{ trackId: grant.trackId, quality: "normal" }])[0] ?? "");
    const last = signature.at(-1) === "0" ? "1" : "0";
    const forged = [
      ...[`${other.split(".")[0]}.${signature}`, `${caller}.${signature.slice(0, -1)}${last}`, theirs, caller],
      ...[
        `${caller}.`,
        `${caller}.${signature}.x`,
        `${caller}.${signature.toUpperCase()}Z`,
        tokenOf(listed({}, "high")),
      ],
    ];
    for (const bad of forged) expect(links.grantAmong([bad], asked)).toBeUndefined();
    expect(links.grantAmong([token], { ...asked, trackId: newId() })).toBeUndefined();
    expect(links.grantAmong([token], { ...asked, quality: "saver" })).toBeUndefined();
    const [, again] = links.listed(link, [newId(), grant.trackId].map((trackId) => ({ trackId, quality: "normal" })));
    expect(tokenOf(again ?? "")).toBe(token);
    const found = links.grantAmong([token], asked);
    expect(found).toEqual({ ...found, subject: grant.subject, trackId: grant.trackId, quality: "normal" });
    expect(links.grantAmong([token], { ...asked, now: (found?.expiresAt ?? 0) - 1 })).toEqual(found);
    expect(links.grantAmong([token], { ...asked, now: found?.expiresAt ?? 0 })).toBeUndefined();
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
