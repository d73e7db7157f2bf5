import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { type MeasureTransfers, readChainHeads, sealBlocks } from "./chain.ts";
import { blockHash, eventBytes, NO_HASH } from "./chain_format.ts";
import { connect } from "../sql.ts";

const metadata = { actor: "system:test", commandId: "01890a5d-ac96-774b-bcce-b302099a8057" };
const noMoney: MeasureTransfers = () => Promise.resolve({ debits: 0, credits: 0 });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("the formats of the chain", () => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ now: () => 1_780_000_000_123 })));
  afterAll(() => test[Symbol.asyncDispose]());

  it("have these bytes and hashes for ever", async () => {
    const eventId = "01890a5d-ac96-774b-bcce-b302099a8058";
    const event = { type: "Said", data: { word: "Orin ni ọ̀rẹ́ \u{1F3B5}", a: [1, 2.5, null] }, occurredAt: -1, eventId };
    await test.store.appendToStream("social", "talk/Ọ̀ṣun", [event], { metadata });
    const [row] = await test.store.sql<{ bytes: Uint8Array }[]>`select ${
      eventBytes(test.store.sql)
    } as bytes from events`;
    const golden = "1 1 01890a5d-ac96-774b-bcce-b302099a8058 1 -1000 1780000000123000 6 15 4 74\n" +
      'socialtalk/Ọ̀ṣunSaid{"actor":"system:test","commandId":"01890a5d-ac96-774b-bcce-b302099a8057"}' +
      '{"a":[1,2.5,null],"word":"Orin ni ọ̀rẹ́ \u{1F3B5}"}';
    expect(Buffer.from(row?.bytes ?? []).toString()).toBe(golden);
    expect(await sealBlocks(test.store.sql, { measure: noMoney })).toBe(1);
    const [head] = await readChainHeads(test.store.sql);
    const eventHashes = new Uint8Array(createHash("sha256").update(golden).digest());
    const content = { log: "social" as const, block: 1, first: 1, last: 1, eventHashes, debits: 0, credits: 0 };
    const block = { ...content, previousHash: NO_HASH };
    expect(hex(blockHash({ ...block, format: 1 })))
      .toBe("df2dadeb3df0ab3f29b02f9161a6804dd1d797a287c503caf6cee9a1f717b0f5");
    expect(head).toMatchObject({ log: "social", block: 1, position: 1, format: 2 });
    expect(head?.hash).toBe(hex(blockHash({ ...block, format: 2 })));
    expect(head?.hash).toBe("f60dedcdd7913caa6a7f583c82bb2c3b0a02c632a354acef573f7800eed015a2");
  });
});

describe("sealBlocks()", () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await openTestStore();
    const said = { type: "Said", data: {} };
    await test.store.appendToStream("plays/0", "talk/1", Array.from({ length: 2_300 }, () => said), { metadata });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const blocks = async () => [
    ...await test.store.sql`
      select block, first_position as first, last_position as last from shard_chain_blocks where log = 'plays/0' order by block`,
  ];

  it("makes blocks of a thousand in position order, once for all processes", async () => {
    const made = await Promise.all(
      [test.store, test.another(), test.another()].map(({ sql }) => sealBlocks(sql, { measure: noMoney })),
    );
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await blocks()).toEqual([
      { block: 1, first: 1, last: 1_000 },
      { block: 2, first: 1_001, last: 2_000 },
      { block: 3, first: 2_001, last: 2_300 },
    ]);
  });

  it("leaves a part of a block for later while the last block is young", async () => {
    await test.store.appendToStream("plays/0", "talk/1", [{ type: "Said", data: {} }], { metadata });
    expect(await sealBlocks(test.store.sql, { measure: noMoney })).toBe(0);
    expect(await sealBlocks(test.store.sql, { measure: noMoney, all: true })).toBe(1);
    expect((await blocks()).at(-1)).toEqual({ block: 4, first: 2_301, last: 2_301 });
  });

  it("lets nobody change a block", async () => {
    for (const url of [test.serviceUrl, test.ownerUrl]) {
      const sql = connect(url, { max: 1 });
      await expect(sql`update shard_chain_blocks set format = 2`).rejects.toThrow(/append-only|permission denied/);
      await expect(sql`delete from shard_chain_blocks`).rejects.toThrow(/append-only|permission denied/);
      await expect(sql`truncate chain_blocks`).rejects.toThrow(/append-only|permission denied/);
      await sql.end();
    }
  });
});
