import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { deriveKey } from "../store/personal/derive_key.ts";
import { REPORT_TOKEN_MS, Tokens } from "./tokens.ts";

const SECRET = "a secret for tests only";
let now = Date.UTC(2026, 5, 1);
const tokens = new Tokens(SECRET, () => now);
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
    const withUsersKey = (audience: string) =>
      new SignJWT({ sub: claims.userId, sid: claims.sessionId }).setProtectedHeader({ alg: "HS256" })
        .setIssuer("orin").setAudience(audience).sign(deriveKey(SECRET, "token user"));
    expect(await tokens.verifySession(await withUsersKey("user"))).toEqual(claims);
    const bad = [
      await new Tokens("another secret", () => now).signSession(claims),
      unsigned,
      `${head}.${asAdmin.replaceAll("=", "")}.${signature}`,
      await withUsersKey("admin"),
      `${token}x`,
      "",
      "a.b.c",
      "x".repeat(100_000),
    ];
    for (const one of bad) expect(await tokens.verifySession(one)).toBeUndefined();
  });
});
