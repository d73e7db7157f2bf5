import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { AccountEvent } from "../account/events.ts";
import { evolve, NO_ACCOUNT } from "../account/state.ts";
import { closeAccount, closedByOrin, eraseAccount, KEPT_MS, reopenAccount } from "./state.ts";

const [userId, now] = ["ada", 1_000_000];
const registered: AccountEvent = {
  type: "UserRegistered",
  data: {
    ...{ userId, role: "listener", emailHash: "hash", passwordHash: "sealed" },
    ...{ firstName: "sealed", lastName: "sealed", email: "sealed", phone: "sealed", address: "sealed" },
  },
};
const verified: AccountEvent = { type: "EmailVerified", data: { userId } };
const admin: AccountEvent = { type: "AdminGranted", data: { userId } };
const suspended: AccountEvent = { type: "UserSuspended", data: { userId, reason: "sealed" } };
const closed = (by: "owner" | "admin" = "owner"): AccountEvent => (
  { type: "AccountClosed", data: { userId, by, eraseAt: now + KEPT_MS } }
);
const erased: AccountEvent = { type: "AccountErased", data: { userId } };
const given = (...events: AccountEvent[]) => events.reduce(evolve, NO_ACCOUNT);
const active = [registered, verified];

describe("closeAccount()", () => {
  const close = (
    events: AccountEvent[],
    more: { activeAdmins?: number; reason?: string; by?: "owner" | "admin" } = {},
  ) => closeAccount(given(...events), { by: "owner", activeAdmins: 1, now, ...more });

  it("refuses nobody's account, and the last admin's", () => {
    expect(refusalOf(() => close([])).code).toBe("not_found");
    expect(refusalOf(() => close([...active, closed(), erased])).code).toBe("not_found");
    expect(refusalOf(() => close([...active, admin])).code).toBe("last_admin");
    expect(refusalOf(() => close([...active, admin], { activeAdmins: 0 })).code).toBe("last_admin");
  });

  it("closes an admin's beside another one, and one who cannot log in whoever is left", () => {
    expect(close([...active, admin], { activeAdmins: 2 })).toHaveLength(1);
    expect(close([...active, admin, suspended])).toHaveLength(1);
  });

  it("keeps it for thirty days, with an admin's reason, and once", () => {
    const data = { userId, by: "owner", eraseAt: now + 30 * 86_400_000 };
    expect(close(active)).toEqual([{ type: "AccountClosed", data }]);
    expect(close(active, { by: "admin", reason: "sealed" })).toMatchObject([{
      data: { by: "admin", reason: "sealed" },
    }]);
    expect(close([...active, closed()])).toEqual([]);
    // Nor does an owner's closing become an admin's.
    expect(close([...active, closed()], { by: "admin" })).toEqual([]);
    expect(close([registered])).toHaveLength(1);
  });
});

describe("reopenAccount()", () => {
  it("refuses the owner what an admin closed, and anybody an erased account", () => {
    expect(refusalOf(() => reopenAccount(given(...active, closed("admin")), "owner"))).toEqual(
      { code: "account_closed", message: closedByOrin().message },
    );
    expect(refusalOf(() => reopenAccount(given(...active, closed(), erased), "admin")).code).toBe("not_found");
  });

  it.each(["owner", "admin"] as const)("opens what the owner closed for the %s, once", (by) => {
    const opened = reopenAccount(given(...active, closed()), by);
    expect(opened).toEqual([{ type: "AccountReopened", data: { userId, by } }]);
    expect(reopenAccount(given(...active, closed(), ...opened), by)).toEqual([]);
    expect(reopenAccount(given(...active), by)).toEqual([]);
  });

  it("opens what an admin closed for an admin", () => {
    expect(reopenAccount(given(...active, closed("admin")), "admin")).toHaveLength(1);
  });
});

describe("eraseAccount()", () => {
  const erase = (events: AccountEvent[], at = now + KEPT_MS, hasOpenWithdrawal = false) =>
    eraseAccount(given(...events), { hasOpenWithdrawal, now: at });

  it("refuses before the day, an account that is not closed or was opened again, and during a payout", () => {
    expect(refusalOf(() => erase([...active, closed()], now + KEPT_MS - 1)).code).toBe("erasure_not_due");
    expect(refusalOf(() => erase(active)).code).toBe("erasure_not_due");
    const reopened: AccountEvent = { type: "AccountReopened", data: { userId, by: "owner" } };
    expect(refusalOf(() => erase([...active, closed(), reopened])).code).toBe("erasure_not_due");
    expect(refusalOf(() => erase([...active, closed()], now + KEPT_MS, true)).code).toBe("withdrawal_open");
    expect(refusalOf(() => erase([])).code).toBe("not_found");
  });

  it("erases on the day, and once", () => {
    expect(erase([...active, closed()])).toEqual([erased]);
    expect(erase([...active, closed(), erased], 0, true)).toEqual([]);
  });
});
