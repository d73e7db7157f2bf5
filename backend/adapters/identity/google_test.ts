import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SignJWT, UnsecuredJWT } from "jose";
import { startTestIssuer, TEST_CLIENT_ID, type TestIssuer } from "../../testing/issuer.ts";
import { createIdentity } from "./mod.ts";
import type { Identity } from "./types.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const ADA = { sub: "1017", email: "Ada@Gmail.com", name: "Ada Obi", given_name: "Ada", family_name: "Obi" };

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterAll(() => issuer[Symbol.asyncDispose]());

describe("a Google token", () => {
  it("says who somebody is", async () => {
    expect(await opened().verify(await signed())).toEqual({
      subject: "1017",
      email: "ada@gmail.com",
      ownsAddress: true,
      firstName: "Ada",
      lastName: "Obi",
      expiresAt: NOW + 3_600_000,
    });
  });

  it.each([
    ["for another service", { aud: "somebody.else" }],
    ["of another issuer", { iss: "https://accounts.google.com" }],
    ["that has expired", { exp: NOW / 1_000 - 11 }],
    ["that is not valid yet", { nbf: NOW / 1_000 + 60 }],
    ["of an address that is not verified", { email_verified: false }],
    ["that only writes that the address is verified", { email_verified: "true" }],
    ["without an address", { email: undefined }],
    ["without a person", { sub: undefined }],
    ["without an end", { exp: undefined }],
  ])("%s is refused", async (_what, claims) => {
    await expect(opened().verify(await signed(claims))).rejects.toThrow(refusal);
  });

  it("signed with another key is refused, and so is a changed, an unsigned, a symmetric one and plain text", async () => {
    const good = await signed();
    const [head, body, signature] = good.split(".");
    const other = await signed({ email: "somebody@gmail.com" });
    const claims = { ...ADA, iss: issuer.url, aud: TEST_CLIENT_ID, email_verified: true, exp: NOW / 1_000 + 60 };
    const symmetric = new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(
      new TextEncoder().encode("a".repeat(32)),
    );
    for (
      const bad of [
        await issuer.sign(ADA, { now: NOW, key: "another" }),
        `${head}.${other.split(".")[1]}.${signature}`,
        new UnsecuredJWT(claims).setIssuedAt(NOW / 1_000).encode(),
        await symmetric,
        `${head}.${body}`,
        "",
      ]
    ) await expect(opened().verify(bad)).rejects.toThrow(refusal);
  });

  it.each([
    ["somebody@school.edu.ng", undefined, false],
    ["somebody@school.edu.ng", "school.edu.ng", true],
    ["somebody@googlemail.com", undefined, true],
    ["somebody@gmail.com.evil.example", undefined, false],
  ])("of %s with the domain %s owns its address: %s", async (email, hd, owns) => {
    expect(await opened().verify(await signed({ email, hd }))).toMatchObject({ ownsAddress: owns });
  });

  it.each([
    [{ name: "Burna", given_name: undefined, family_name: undefined }, ["Burna", ""]],
    [{ name: "Ada Ngozi Obi", given_name: undefined, family_name: undefined }, ["Ada", "Ngozi Obi"]],
    [{ name: "Ada", given_name: "Ada", family_name: undefined }, ["Ada", ""]],
    [{ given_name: `${"x".repeat(100)}`, family_name: "a\u0000b\u202e" }, ["x".repeat(60), "ab"]],
    [{ name: undefined, given_name: undefined, family_name: undefined }, ["", ""]],
  ])("with the names %o shows %o", async (claims, [firstName, lastName]) => {
    expect(await opened().verify(await signed(claims))).toMatchObject({ firstName, lastName });
  });
});

describe("Google's keys", () => {
  it("are asked for once for many tokens, and a new one is found by whoever asks anew", async () => {
    const identity = opened();
    const before = issuer.asked;
    await identity.verify(await signed());
    await identity.verify(await signed());
    expect(issuer.asked - before).toBe(1);
    await issuer.changeKey();
    await expect(identity.verify(await signed())).rejects.toThrow();
    expect(await opened().verify(await signed())).toMatchObject({ subject: "1017" });
  });

  it("that cannot be read let nobody in, and refuse nobody for good", async () => {
    issuer.isReachable = false;
    await expect(opened().verify(await signed())).rejects.toThrow(
      expect.objectContaining({ name: "IdentityUnavailable" }),
    );
    issuer.isReachable = true;
    expect(await opened().verify(await signed())).toMatchObject({ subject: "1017" });
  });
});

it("createIdentity() gives nothing without a client id", () => {
  expect(createIdentity({ googleClientId: undefined, googleIssuer: issuer.url })).toBeUndefined();
});

const refusal = expect.objectContaining({ name: "IdentityRefused" });

function opened(): Identity {
  const identity = createIdentity({ googleClientId: TEST_CLIENT_ID, googleIssuer: issuer.url }, () => NOW);
  if (!identity) throw new Error("There is a client id");
  return identity;
}

function signed(claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return issuer.sign({ ...ADA, ...claims }, { now: NOW });
}
