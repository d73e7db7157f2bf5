import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFiles } from "../../adapters/files/mod.ts";
import { openTestStore as openTestFiles, type TestStore as TestFiles } from "../../adapters/files/test_store.ts";
import { newId } from "../../contract/ids.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { sealBlocks } from "../chain/chain.ts";
import { verify } from "../chain/verify.ts";
import type { LogName } from "../log/event.ts";
import { derivedId } from "../log/ids.ts";
import { ensureRanges } from "../log/ranges.ts";
import { readLogBatch } from "../log/read_batch.ts";
import { connect } from "../sql.ts";
import { said } from "../testing/words.ts";
import { archiveDue, type ArchiveOptions } from "./archive.ts";
import { registerArchive } from "./archive_files.ts";

void createFiles;
const metadata = { actor: "system:test" };
const measure = () => Promise.resolve({ debits: 0, credits: 0 });
const SPARSE = ["play/"];

describe.each(["disk", "s3"] as const)("events in the archive on %s", (kind) => {
  let test: TestStore;
  let files: TestFiles;
  beforeAll(async () => {
    files = await openTestFiles(kind);
    registerArchive(files.files);
    test = await openTestStore({ positionsPerRange: 50 });
  });
  afterAll(async () => {
    registerArchive(undefined);
    await test[Symbol.asyncDispose]();
    await files[Symbol.asyncDispose]();
  });

  const append = async (log: LogName, count: number, stream = () => `play/${newId()}`) => {
    for (let index = 0; index < count; index++) {
      await test.store.appendToStream(log, stream(), [said(`wörd ${index}\n"`)], { metadata });
      await ensureRanges(test.store.sql);
    }
  };
  const options = (): ArchiveOptions => ({
    ...{ ownerUrl: test.ownerUrl, files: files.files, afterDays: 0, sparse: SPARSE },
    now: () => Date.now() + 1_000,
  });

  it("read like those in the tables", async () => {
    await append("plays/0", 60);
    await append("plays/0", 3, () => "talk/1");
    await append("plays/0", 50);
    await append("plays/0", 1, () => "talk/1");
    await sealBlocks(test.store.sql, { measure, all: true });
    const range = { after: 0, upTo: 1_000 };
    const before = await test.store.readLog("plays/0", range);
    const streams = [...new Set(before.map(({ stream }) => stream))];
    const read = () => Promise.all(streams.map((stream) => test.store.readStream("plays/0", stream)));
    const streamsBefore = await read();
    expect(await archiveDue(options())).toEqual([
      { kind: "plays", first: 1, last: 50 },
      { kind: "plays", first: 51, last: 100 },
    ].map((one) => expect.objectContaining(one)));
    const tables = await test.store.sql`select count(*)::int as count from plays_events`;
    expect(tables[0]?.["count"]).toBe(14);
    expect(await test.store.readLog("plays/0", range)).toEqual(before);
    expect(await readLogBatch(test.store.sql, "plays/0", { ...range, types: ["*"] })).toEqual(before);
    expect(await read()).toEqual(streamsBefore);
    const proof = await verify({ url: test.serviceUrl, projections: [], checks: [], full: true });
    expect(proof.problems).toEqual([]);
  });
});
void derivedId;
void connect;
