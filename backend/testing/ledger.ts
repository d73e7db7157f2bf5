import { projectionsWith } from "../../projections/mod.ts";
import { newId } from "../contract/ids.ts";
import { ledgerAccounts } from "../ledger/accounts.ts";
import type { AccountId } from "../ledger/chart.ts";
import { ledgerDays } from "../ledger/days.ts";
import type { Transfer } from "../ledger/transfer.ts";
import { postTransfer } from "./transfers.ts";
import type { EventKind, LogName } from "../store/log/event.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import type { Projection } from "../store/projections/projection.ts";
import { connect, type Sql } from "../store/sql.ts";
import { openTestStore, TEST_KEYS } from "./store.ts";

const METADATA = { actor: "system:test" };

interface TestLedger extends AsyncDisposable {
  readonly sql: Sql;
  /** Posts a transfer in a shard: units by account, which sum to zero. Answers its id. */
  post(
    shard: number,
    code: string,
    units: Readonly<Record<AccountId, number>>,
    detail?: Transfer["detail"],
  ): Promise<string>;
  /** Appends to a stream that only this test appends to. */
  tell(log: LogName, stream: string, events: readonly EventKind[]): Promise<void>;
  /** Moves the clock on. */
  pass(ms: number): void;
  /** Waits until the days of the ledger, and all that follow it, are folded. */
  settle(): Promise<void>;
}

/** A ledger of three shards at noon of the first of June 2026, and projections beside it. */
export async function openTestLedger(beside: readonly Projection[] = []): Promise<TestLedger> {
  let now = Date.UTC(2026, 5, 1, 11);
  const projections = [ledgerAccounts, ledgerDays, ...beside];
  const test = await openTestStore({
    projections,
    withTables: projectionsWith(new PersonalData(TEST_KEYS)),
    shards: 3,
    now: () => now,
  });
  const { store } = test;
  // The database has tables for all projections; this store writes and follows with these alone.
  const owner = connect(test.ownerUrl, { max: 1 });
  await owner`
    update projection_versions set inline = false
    where name <> all(${projections.map(({ name }) => name)}::text[])`;
  await owner.end();
  const followers = [ledgerDays, ...beside].filter(({ mode }) => mode === "async").map(({ name }) => name);
  return {
    sql: store.sql,
    async post(shard, code, units, detail = {}) {
      const entries = Object.entries(units).map(([account, amount]) => ({ account, amount }));
      const transfer = { transferId: newId(), code, entries, detail };
      await store.execute(postTransfer, { shard, transfer }, { logs: [`ledger/${shard}`], metadata: METADATA });
      return transfer.transferId;
    },
    async tell(log, stream, events) {
      await store.appendToStream(log, stream, events, { metadata: METADATA });
    },
    pass: (ms) => void (now += ms),
    async settle() {
      if (!await store.catchUp(followers, { timeoutMs: 60_000 })) throw new Error("The ledger's days were not folded");
    },
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}
