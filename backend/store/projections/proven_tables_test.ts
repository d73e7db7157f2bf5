import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { connectTampering } from "../../testing/tampering.ts";
import { ledgerAccounts } from "../../ledger/accounts.ts";
import { ledgerDays } from "../../ledger/days.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { ledgerCheck } from "../../ledger/verify.ts";
import type { Sql } from "../sql.ts";
import { said, wordsProjection } from "../testing/words.ts";
import { verify } from "../chain/verify.ts";

const metadata = { actor: "system:test" };
const words = wordsProjection();
const KEPT = ["ledger_accounts", "ledger_days"];

describe("a verification that goes on from the last one", () => {
  let test: TestStore;
  let owner: Sql;
  const read: number[] = [];
  const projections = [countingReads(), ledgerDays, words];

  beforeAll(async () => {
    test = await openTestStore({ projections: [ledgerAccounts, ledgerDays, words] });
    owner = await connectTampering(test.ownerUrl);
    for (let index = 0; index < 20; index++) await move(index);
  });
  afterAll(async () => {
    await owner.end();
    await test[Symbol.asyncDispose]();
  });

  /** The ledger's projection, which writes down how many events were folded. */
  function countingReads(): typeof ledgerAccounts {
    return {
      ...ledgerAccounts,
      apply(tx, events) {
        read.push(events.length);
        return ledgerAccounts.apply(tx, events);
      },
    };
  }
  const folded = () => read.splice(0).reduce((sum, count) => sum + count, 0);

  async function move(index: number): Promise<void> {
    const account = `user:${index % 3}:available`;
    const entries = [{ account, amount: 10 }, { account: "pool:rewards", amount: -10 }];
    const transfer = { transferId: newId(), code: "reward", entries };
    await test.store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata });
    await test.store.appendToStream("social", `talk/${newId()}`, [said("hello")], { metadata });
  }

  async function proof(full = false) {
    await test.store.settle();
    const { problems, takenOver } = await verify({
      ...{ url: test.serviceUrl, projections, checks: [ledgerCheck], full },
    });
    return { problems: problems.map(({ where, what }) => `${where}: ${what}`), takenOver, folded: folded() };
  }

  it("folds what is new into the tables that were proven, where nobody's name is in them", async () => {
    expect(await proof()).toEqual({ problems: [], takenOver: [], folded: 20 });
    for (let index = 0; index < 3; index++) await move(index);
    expect(await proof()).toEqual({ problems: [], takenOver: KEPT, folded: 3 });
    expect(await proof()).toEqual({ problems: [], takenOver: KEPT, folded: 0 });
    const kept = await owner`select name from proven_projections order by name`;
    expect(kept.map((row) => row["name"])).toEqual(KEPT);
  });

  it("finds an old row that was changed, and looks at everything the next time", async () => {
    await owner`update projected.ledger_entries set code = 'gift' where position = 2 and account like 'user:%'`;
    const found = await proof();
    expect(found.folded).toBe(0);
    expect(found.problems).toEqual([expect.stringContaining("table ledger_entries: the row (0,user:")]);
    expect((await proof()).problems).toEqual(found.problems);
    await owner`update projected.ledger_entries set code = 'reward' where position = 2`;
    expect(await proof()).toEqual({ problems: [], takenOver: ["ledger_days"], folded: 23 });
  });

  it("takes nothing over from proven tables that somebody has changed, or that a crash has emptied", async () => {
    for (
      const change of [`update proven.ledger_accounts set balance = balance + 1`, `delete from proven.ledger_accounts`]
    ) {
      await owner.unsafe(change);
      expect(await proof()).toEqual({ problems: [], takenOver: ["ledger_days"], folded: 23 });
    }
    // Changed beside the live one, so that both agree: what was written down of it does not.
    await owner`update proven.ledger_entries set code = 'gift' where position = 2`;
    await owner`update projected.ledger_entries set code = 'gift' where position = 2`;
    expect((await proof()).problems).toEqual([expect.stringContaining("table ledger_entries: the row (0,")]);
    await owner`update projected.ledger_entries set code = 'reward' where position = 2`;
    expect((await proof()).problems).toEqual([]);
  });

  it("takes nothing over when all is to be looked at", async () => {
    expect(await proof(true)).toEqual({ problems: [], takenOver: [], folded: 23 });
    expect(await proof()).toEqual({ problems: [], takenOver: KEPT, folded: 0 });
  });
});
