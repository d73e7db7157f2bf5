import { expect, it } from "vitest";
import { openTestStore as openTestFiles } from "../adapters/files/test_store.ts";
import { newId } from "../contract/ids.ts";
import { archiveDue } from "../store/archive/archive.ts";
import { registerArchive } from "../store/archive/archive_files.ts";
import { sealBlocks } from "../store/chain/chain.ts";
import { verify } from "../store/chain/verify.ts";
import { ensureRanges } from "../store/log/ranges.ts";
import { connect, snapshot } from "../store/sql.ts";
import { openTestStore } from "../testing/store.ts";
import { agrees, readAccountSums } from "./account_proof.ts";
import { ledgerAccounts } from "./accounts.ts";
import { ledgerBooks, readBooks } from "./books.ts";
import { availableAccount } from "./chart.ts";
import { ledgerDays } from "./days.ts";
import { readEntriesWithout } from "./entries.ts";
import { postTransfer } from "../testing/transfers.ts";
import { ledgerCheck, measureTransfers } from "./verify.ts";

const metadata = { actor: "system:test" };
const POOL = "pool:rewards";
const projections = [ledgerAccounts, ledgerDays, ledgerBooks];

it("the books of transfers in the archive say what they said before, and a wrong one is named", async () => {
  await using files = await openTestFiles("disk");
  registerArchive(files.files);
  await using test = await openTestStore({ projections, positionsPerRange: 20 });
  const owner = connect(test.ownerUrl, { max: 1 });
  const users = [newId(), newId()];
  for (let index = 0; index < 50; index++) {
    if (index % 5 === 0) await ensureRanges(test.store.sql);
    const account = availableAccount(users[index % 30 < 29 ? 0 : 1] ?? "");
    const entries = [{ account: POOL, amount: -index - 1 }, { account, amount: index + 1 }];
    const transfer = { transferId: newId(), code: index % 3 === 0 ? "reward" : "gift", entries, detail: { index } };
    await test.store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata });
  }
  await test.store.settle();
  await sealBlocks(test.store.sql, { measure: measureTransfers, all: true });
  const accounts = [POOL, ...users.map(availableAccount)];
  const tell = async () => ({
    sums: (await readAccountSums(test.store.sql, 0, accounts)).sort((one, other) => one.entries - other.entries),
    entries: await readEntriesWithout(test.store.sql, 0, { account: POOL, codes: ["reward"] }),
    books: await snapshot(test.store.sql, (tx) => readBooks(tx, Date.now() + 1_000)),
  });
  const prove = async (full: boolean) =>
    (await verify({ url: test.serviceUrl, projections, checks: [ledgerCheck], full })).problems;
  const before = await tell();
  expect(before.sums.every(agrees)).toBe(true);
  expect(before.entries.map(({ detail }) => detail["index"]).length).toBe(33);

  const left = await archiveDue({
    ...{
      ownerUrl: test.ownerUrl,
      files: files.files,
      afterDays: 0,
      sparse: ["transfer/"],
      now: () => Date.now() + 1_000,
    },
  });
  expect(left.map(({ first }) => first)).toEqual([1, 21]);
  expect(await tell()).toEqual(before);
  expect(await prove(true)).toEqual([]);
  expect(await prove(false)).toEqual([]);

  await owner`update ledger_accounts set balance = balance + 1 where account = ${availableAccount(users[1] ?? "")}`;
  expect((await prove(true)).map(({ where }) => where)).toContain(
    `account ${availableAccount(users[1] ?? "")} of ledger/0`,
  );
  expect((await prove(false)).map(({ where }) => where)).toContain(
    `account ${availableAccount(users[1] ?? "")} of ledger/0`,
  );
  await owner.end();
  registerArchive(undefined);
});
