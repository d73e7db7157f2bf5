import { decodeProtectedHeader, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { deriveKey } from "../store/personal/keyring.ts";
import { Keyring } from "../store/personal/keyring.ts";
import { REPORT_TOKEN_MS, Tokens } from "./tokens.ts";

const SECRET = "a secret for tests only";
let now = Date.UTC(2026, 5, 1);
const tokens = new Tokens(new Keyring([SECRET]), () => now);
const known = { first: new Keyring([SECRET]).newest.kid, kept: new Map() };
const claims = { userId: newId(), sessionId: newId(), audience: "user" } as const;

describe("Tokens", () => {
  it("reads back what it signed", async () => {
    expect(await tokens.verifySession(await tokens.signSession(claims))).toEqual(claims);
    const admin = { ...claims, audience: "admin" } as const;
    expect(await tokens.verifySession(await tokens.signSession(admin))).toEqual(admin);
    expect(await tokens.verifyReport((await tokens.signReport(claims.userId)).token)).toEqual({
      userId: claims.userId,
    });
  });

  it("names its secret, and reads what an older one of the ring signed; what names none is the first's", async () => {
    const [first, ring] = [new Keyring([SECRET]), new Keyring(["a newer secret", SECRET], known)];
    const newer = new Tokens(ring, () => now);
    const token = await newer.signSession(claims);
    expect(decodeProtectedHeader(token).kid).toBe(ring.newest.kid);
    const [older, unnamed] = [await new Tokens(first, () => now).signSession(claims), await unnamedToken("user")];
    for (const one of [token, older, unnamed]) expect(await newer.verifySession(one)).toEqual(claims);
    const alone = new Tokens(new Keyring(["a newer secret"], known), () => now);
    expect(await alone.verifySession(token)).toEqual(claims);
    for (const one of [older, unnamed]) expect(await alone.verifySession(one)).toBeUndefined();
  });

  it("takes no kind of token for another", async () => {
    expect(await tokens.verifySession((await tokens.signReport(claims.userId)).token)).toBeUndefined();
    expect(await tokens.verifyReport(await tokens.signSession(claims))).toBeUndefined();
  });

  it("ends a report token after thirty days", async () => {
    const { token, expiresAt } = await tokens.signReport(claims.userId);
    expect(expiresAt).toBe(now + REPORT_TOKEN_MS);
    now += REPORT_TOKEN_MS - 1_000;
    expect(await tokens.verifyReport(token)).toBeDefined();
    now += 1_000;
    expect(await tokens.verifyReport(token)).toBeUndefined();
  });

  it("refuses tokens of another installation, without a signature, changed, or with another audience's key", async () => {
    const token = await tokens.signSession(claims);
    const [head, body, signature] = token.split(".");
    const unsigned = `${btoa(JSON.stringify({ alg: "none" })).replaceAll("=", "")}.${body}.`;
    const asAdmin = btoa(JSON.stringify({ sub: claims.userId, sid: claims.sessionId, aud: "admin", iss: "orin" }));
    expect(await tokens.verifySession(await unnamedToken("user"))).toEqual(claims);
    const bad = [
      await new Tokens(new Keyring(["another secret"]), () => now).signSession(claims),
      unsigned,
      `${head}.${asAdmin.replaceAll("=", "")}.${signature}`,
      await unnamedToken("admin"),
      `${token}x`,
      "",
      "a.b.c",
      "x".repeat(100_000),
    ];
    for (const one of bad) expect(await tokens.verifySession(one)).toBeUndefined();
  });
});

/** With the users' key, and without a kid: as tokens were before there was a ring. */
function unnamedToken(audience: string): Promise<string> {
  return new SignJWT({ sub: claims.userId, sid: claims.sessionId }).setProtectedHeader({ alg: "HS256" })
    .setIssuer("orin").setAudience(audience).sign(deriveKey(SECRET, "token user"));
}
