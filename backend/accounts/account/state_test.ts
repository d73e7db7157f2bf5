import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import {
  type Account,
  changePassword,
  changeProfile,
  evolve,
  grantAdmin,
  NO_ACCOUNT,
  registerUser,
  rehashPassword,
  resetPassword,
  verifyEmail,
} from "./state.ts";
import type { AccountEvent, UserRegistered } from "./events.ts";

const userId = "0190b7c6-0000-7000-8000-000000000001";
const data: UserRegistered["data"] = {
  userId,
  role: "creator",
  emailHash: "hash of the address",
  ...{ firstName: "sealed", lastName: "sealed", email: "sealed", phone: "sealed", address: "sealed" },
  passwordHash: "sealed 1",
};
const registered: AccountEvent = { type: "UserRegistered", data };
const verified: AccountEvent = { type: "EmailVerified", data: { userId } };

/** Given events, when a command is decided, then these events follow. */
function given(...events: AccountEvent[]) {
  const account = events.reduce(evolve, NO_ACCOUNT);
  return {
    when: (decide: (account: Account) => AccountEvent[]) => ({
      then: (...expected: AccountEvent[]) => expect(decide(account)).toEqual(expected),
      refused(code: string, text?: string) {
        const refusal = refusalOf(() => decide(account));
        expect(refusal.code).toBe(code);
        if (text !== undefined) expect(refusal.message).toBe(text);
      },
    }),
  };
}

describe("registerUser()", () => {
  const command = { data, verified: false, isAdmin: false };

  it("makes an unverified account", () => {
    given().when((account) => registerUser(account, false, command)).then(registered);
    expect(evolve(NO_ACCOUNT, registered)).toMatchObject({ status: "unverified", role: "creator", isAdmin: false });
  });

  it("refuses an address that has an account, in the documented words", () => {
    given().when((account) => registerUser(account, true, command)).refused("email_taken", "Email already registered");
  });

  it("refuses an id that has an account", () => {
    given(registered).when((account) => registerUser(account, false, command)).refused("email_taken");
  });

  it("verifies and empowers at once what the system itself makes", () => {
    given().when((account) => registerUser(account, false, { data, verified: true, isAdmin: true }))
      .then(registered, verified, { type: "AdminGranted", data: { userId } });
  });
});

describe("verifyEmail()", () => {
  it("makes the account active", () => {
    given(registered).when(verifyEmail).then(verified);
    expect([registered, verified].reduce(evolve, NO_ACCOUNT)).toMatchObject({ status: "active" });
  });

  it("does nothing to an active account", () => given(registered, verified).when(verifyEmail).then());
  it("refuses an account that does not exist", () => given().when(verifyEmail).refused("not_found"));
});

describe("changePassword()", () => {
  const change = { checkedHash: "sealed 1", passwordHash: "sealed 2", keptSessionId: "session" };

  it("replaces the password that was checked", () => {
    given(registered, verified).when((account) => changePassword(account, change)).then({
      type: "PasswordChanged",
      data: { userId, passwordHash: "sealed 2", by: "owner", keptSessionId: "session" },
    });
  });

  it("refuses when the checked password is no longer the account's", () => {
    const reset: AccountEvent = { type: "PasswordChanged", data: { userId, passwordHash: "sealed 3", by: "reset" } };
    given(registered, verified, reset).when((account) => changePassword(account, change)).refused("conflict");
  });
});

describe("resetPassword()", () => {
  const changed: AccountEvent = { type: "PasswordChanged", data: { userId, passwordHash: "sealed 2", by: "reset" } };

  it("changes the password of an active account", () => {
    given(registered, verified).when((account) => resetPassword(account, "sealed 2")).then(changed);
  });

  it("also verifies the address, because the code came by mail", () => {
    given(registered).when((account) => resetPassword(account, "sealed 2")).then(changed, verified);
  });
});

describe("rehashPassword()", () => {
  it("replaces the hash of the same password, and not that of a newer one", () => {
    const rehash = { checkedHash: "sealed 1", passwordHash: "sealed 2" };
    const rehashed: AccountEvent = { type: "PasswordRehashed", data: { userId, passwordHash: "sealed 2" } };
    given(registered).when((account) => rehashPassword(account, rehash)).then(rehashed);
    given(registered, rehashed).when((account) => rehashPassword(account, rehash)).then();
  });
});

describe("changeProfile()", () => {
  it("keeps what is given, and no event of nothing", () => {
    given(registered).when((account) => changeProfile(account, { phone: "sealed" }))
      .then({ type: "ProfileChanged", data: { userId, phone: "sealed" } });
    given(registered).when((account) => changeProfile(account, {})).then();
  });
});

describe("grantAdmin()", () => {
  it("grants the right once", () => {
    const granted: AccountEvent = { type: "AdminGranted", data: { userId } };
    given(registered).when(grantAdmin).then(granted);
    given(registered, granted).when(grantAdmin).then();
  });
});
