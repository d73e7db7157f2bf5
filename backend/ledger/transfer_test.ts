import { describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { refusalOf } from "../testing/refusal.ts";
import { passFor } from "../testing/transfers.ts";
import { availableAccount, REWARD_POOL } from "./chart.ts";
import type { Code } from "./codes.ts";
import { Pass } from "./pass.ts";
import { Balances, type Entry } from "./transfer.ts";

const [adaId, benId] = [newId(), newId()];
const [ada, ben] = [availableAccount(adaId), availableAccount(benId)];

/** Ada has 100 units, Ben none; the platform may go below zero. */
function given(): Balances {
  const balances = new Balances();
  balances.set("ledger/0", ada, 100);
  balances.set("ledger/0", ben, 0);
  balances.set("ledger/0", REWARD_POOL, 0);
  return balances;
}

const post = (entries: readonly Entry[], balances = given()) =>
  balances.post("ledger/0", { transferId: newId(), code: "gift", entries }, passFor({ entries }));

describe("a transfer", () => {
  it("moves units between accounts, with what each has afterwards", () => {
    const balances = given();
    const { events: [event] } = post([{ account: ada, amount: -60 }, { account: ben, amount: 60 }], balances);
    expect(event?.data).toMatchObject({
      entries: [{ account: ada, amount: -60, balance: 40 }, { account: ben, amount: 60, balance: 60 }],
    });
    expect([balances.of(ada), balances.of(ben)]).toEqual([40, 60]);
  });

  it.each<[string, Entry[]]>([
    ["whose entries do not sum to zero", [{ account: ada, amount: -60 }, { account: ben, amount: 61 }]],
    ["of one entry", [{ account: ada, amount: 0 }]],
    ["between an account and itself", [{ account: ada, amount: -5 }, { account: ada, amount: 5 }]],
  ])("%s is refused, and moves nothing", (_, entries) => {
    const balances = given();
    expect(() => post(entries, balances)).toThrow("is not a set of entries of different accounts that sum to zero");
    expect([balances.of(ada), balances.of(ben)]).toEqual([100, 0]);
  });

  it.each([0.5, 0, Number.MAX_SAFE_INTEGER + 1])("of %d is refused: units are whole, and not none", (amount) => {
    expect(() => post([{ account: ada, amount: -amount }, { account: ben, amount }])).toThrow(
      /no whole number of units/,
    );
  });

  it("never takes a person below zero, and moves nothing of it; the platform may go there", () => {
    const balances = given();
    const asked = [{ account: ben, amount: 101 }, { account: ada, amount: -101 }];
    expect(refusalOf(() => post(asked, balances)).code).toBe("insufficient_funds");
    expect([balances.of(ada), balances.of(ben)]).toEqual([100, 0]);
    post([{ account: REWARD_POOL, amount: -500 }, { account: ben, amount: 500 }], balances);
    expect(balances.of(ben)).toBe(500);
  });

  it("of an owner's code takes what they can spend with the gate's pass alone, and no more than it allows", () => {
    const entries = [{ account: ada, amount: -60 }, { account: ben, amount: 60 }];
    const take = (pass?: Pass) => given().post("ledger/0", { transferId: newId(), code: "gift", entries }, pass);
    expect(() => take()).toThrow("without the gate");
    expect(() => take(new Pass(adaId, 59))).toThrow("did not let 60 units go");
    expect(() => take(new Pass(benId, 60))).toThrow("did not let 60 units go");
    expect(take(new Pass(adaId, 60)).events).toHaveLength(1);
  });

  it("moves what people can spend only as its code declares", () => {
    const move = (code: Code, amount: number) =>
      given().post("ledger/0", {
        ...{ transferId: newId(), code },
        entries: [{ account: ada, amount }, { account: REWARD_POOL, amount: -amount }],
      });
    expect(() => move("premium", 5)).toThrow("does not declare");
    expect(() => move("reward_given_back", -5)).toThrow("does not declare");
    expect(move("reward_given_back", 5).events).toHaveLength(1);
    expect(move("debt_repaid", -5).events).toHaveLength(1);
  });
});
