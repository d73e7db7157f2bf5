import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { AccountEvent } from "../account/events.ts";
import { evolve, NO_ACCOUNT } from "../account/state.ts";
import { claimUnverified, linkGoogle } from "./state.ts";

const userId = "ada";
const person = { firstName: "Ada", lastName: "Obi", phone: "", address: "" };
const registered: AccountEvent = {
  type: "UserRegistered",
  data: {
    ...{ userId, role: "listener", emailHash: "hash", passwordHash: "of whoever made it" },
    ...{ ...person, firstName: "Another's", email: "sealed" },
  },
};
const verified: AccountEvent = { type: "EmailVerified", data: { userId } };

describe("linkGoogle()", () => {
  const link = { subjectHash: "subject", userId, goneUserId: undefined };

  it("refuses an account that was linked meanwhile, also where the one before is gone", () => {
    expect(refusalOf(() => linkGoogle("ben", link)).code).toBe("conflict");
    expect(refusalOf(() => linkGoogle("ben", { ...link, goneUserId: "cem" })).code).toBe("conflict");
    // The account looked unlinked because its person is gone, but no one unlinked it: the stream says otherwise.
    expect(refusalOf(() => linkGoogle(undefined, { ...link, goneUserId: "cem" })).code).toBe("conflict");
  });

  it("links an account once, and another one where the one before is gone", () => {
    const linked = { type: "GoogleLinked", data: { subjectHash: "subject", userId } };
    expect(linkGoogle(undefined, link)).toEqual([linked]);
    expect(linkGoogle("cem", { ...link, goneUserId: "cem" })).toEqual([linked]);
    expect(linkGoogle(userId, link)).toEqual([]);
  });
});

describe("claimUnverified()", () => {
  const claim = (...events: AccountEvent[]) =>
    claimUnverified(events.reduce(evolve, NO_ACCOUNT), { passwordHash: "new", person, keptSessionId: "session" });

  it("refuses an account that somebody has verified meanwhile, that is none, or that is gone", () => {
    expect(refusalOf(() => claim(registered, verified)).code).toBe("conflict");
    expect(refusalOf(() => claim()).code).toBe("conflict");
    expect(refusalOf(() => claim(registered, { type: "AccountErased", data: { userId } })).code).toBe("conflict");
  });

  it("replaces name and password, ends every other session, and verifies the address", () => {
    const events = claim(registered);
    expect(events).toEqual([
      { type: "ProfileChanged", data: { userId, ...person } },
      { type: "PasswordChanged", data: { userId, passwordHash: "new", by: "reset", keptSessionId: "session" } },
      verified,
    ]);
    expect([registered, ...events].reduce(evolve, NO_ACCOUNT)).toMatchObject({ status: "active", passwordHash: "new" });
    expect(refusalOf(() => claim(registered, ...events)).code).toBe("conflict");
  });
});
