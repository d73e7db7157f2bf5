import { describe, expect, it } from "vitest";
import type { Admin } from "../../contract/admin_standing.ts";
import { decideLink, decideNewCodes, decideReset, decideUse, evolve, type SecondFactor } from "./state.ts";

const admin = (userId: string, root = userId, isConfirmed = true): Admin => ({
  ...{ userId, root, invitedBy: undefined, isEnrolled: true, isConfirmed, role: "owner" },
});
const [ada, bola] = [admin("ada"), admin("bola")];
const APP = { userId: "ada", factorId: "one", secret: "sealed", recoveryCodes: ["h1", "h2"] };
const LINKED: SecondFactor = { factorId: "one", secret: "sealed", since: 5, recoveryCodes: ["h1", "h2"], passkeys: [] };

describe("linking an authenticator app", () => {
  it("turns the second factor on, and later replaces the app with its recovery codes", () => {
    const [first] = decideLink(undefined, { ...APP, replaces: undefined });
    expect(first).toEqual({ type: "SecondFactorEnrolled", data: APP });
    expect(first && evolve(undefined, first, 5)).toEqual(LINKED);
    const next = { ...APP, factorId: "two", recoveryCodes: ["h3"], replaces: "one" };
    const [second] = decideLink(LINKED, next);
    expect(second?.type).toBe("SecondFactorChanged");
    expect(second && evolve(LINKED, second, 9)).toMatchObject({ factorId: "two", since: 9, recoveryCodes: ["h3"] });
  });

  it("is refused where the factor is another than when it began", () => {
    for (const replaces of [undefined, "two"]) {
      expect(() => decideLink(LINKED, { ...APP, replaces })).toThrow(expect.objectContaining({ code: "conflict" }));
    }
    expect(() => decideLink(undefined, { ...APP, replaces: "one" })).toThrow(/begin again/);
    expect(() => decideNewCodes(LINKED, { ...APP, factorId: "two" })).toThrow(/begin again/);
  });
});

describe("a recovery code", () => {
  it("works once, and says how many are left", () => {
    const [used] = decideUse(LINKED, { userId: "ada", recoveryCode: "h1" });
    expect(used?.data).toMatchObject({ factorId: "one", left: 1 });
    const after = used && evolve(LINKED, used, 7);
    expect(after).toEqual({ ...LINKED, recoveryCodes: ["h2"] });
    expect(decideUse(after, { userId: "ada", recoveryCode: "h1" })).toEqual([]);
    expect(decideUse(undefined, { userId: "ada", recoveryCode: "h1" })).toEqual([]);
  });

  it("ends with the codes that replace it", () => {
    const [replaced] = decideNewCodes(LINKED, { userId: "ada", factorId: "one", recoveryCodes: ["h9"] });
    const after = replaced && evolve(LINKED, replaced, 7);
    expect(after).toEqual({ ...LINKED, recoveryCodes: ["h9"] });
  });
});

describe("a reset", () => {
  const command = { userId: "ada", by: "bola", reason: "sealed" };
  const refused = (code: string) => expect.objectContaining({ code });

  it("is done by a confirmed admin of another side", () => {
    const [reset] = decideReset(LINKED, command, { admin: ada, resetter: bola });
    expect(reset).toMatchObject({ type: "SecondFactorReset", data: { factorId: "one", resetBy: "bola" } });
    expect(reset && evolve(LINKED, reset, 9)).toBeUndefined();
  });

  it("is refused to oneself, to one's own side, and to who may not work", () => {
    const by = (resetter: Admin | undefined, factor: SecondFactor | undefined = LINKED) => () =>
      decideReset(factor, { ...command, by: resetter?.userId ?? "nobody" }, { admin: ada, resetter });
    expect(by(ada)).toThrow(refused("own_account"));
    expect(by(admin("puppet", "ada"))).toThrow(refused("not_independent"));
    expect(by(admin("new", "bola", false))).toThrow(refused("admins_only"));
    expect(by(undefined)).toThrow(refused("admins_only"));
    expect(() => decideReset(undefined, command, { admin: ada, resetter: bola })).toThrow(refused("already_decided"));
    expect(() => decideReset(LINKED, command, { admin: undefined, resetter: bola })).toThrow(refused("not_found"));
  });
});
