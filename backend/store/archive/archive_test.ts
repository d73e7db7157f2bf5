import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTestStore as openTestFiles, type TestStore as TestFiles } from "../../adapters/files/test_store.ts";
import { newId } from "../../contract/ids.ts";
import { sized } from "../../testing/proof.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { connectTampering } from "../../testing/tampering.ts";
import { sealBlocks } from "../chain/chain.ts";
import { proveEvents } from "../chain/chain_proof.ts";
import { readPlaces } from "../chain/chained_events.ts";
import { verify } from "../chain/verify.ts";
import { eventsAt } from "../log/heads.ts";
import { derivedId } from "../log/ids.ts";
import type { LogName } from "../log/event.ts";
import { ensureRanges } from "../log/ranges.ts";
import { knownIds, readAt, readLog, readStreams, recordedTimes, streamVersions } from "../log/read.ts";
import { readLogBatch } from "../log/read_batch.ts";
import { EVERY_TYPE, type Projection } from "../projections/projection.ts";
import { rebuild } from "../projections/rebuild.ts";
import { connect, snapshot, type Sql } from "../sql.ts";
import { said, wordsProjection } from "../testing/words.ts";
import { archiveDue } from "./archive.ts";
import { type ArchiveFiles, ArchiveUnreadable, registerArchive } from "./archive_files.ts";
import { archivedRanges, rangesNow } from "./ranges_due.ts";

const metadata = { actor: "system:test" };
const measure = () => Promise.resolve({ debits: 0, credits: 0 });
const ALL = { after: 0, upTo: 100_000 };
/** Everything that is sealed counts as old. */
const OLD = { afterDays: 0, now: () => Date.now() + 1_000, sparse: ["play/"] };
const words: Projection = wordsProjection({ logs: ["plays"] });
const WORDS = ["a", 'quo"ted', "wörd", "line\nbreak", "\u2028", "😀", "1 2 3"];

let files: TestFiles;
let test: TestStore;
let owner: Sql;

async function open(kind: "disk" | "s3", options: Parameters<typeof openTestStore>[0] = {}): Promise<void> {
  files = await openTestFiles(kind);
  registerArchive(files.files);
  test = await openTestStore({ positionsPerRange: 40, ...options });
  owner = connect(test.ownerUrl, { max: 2 });
}

async function close(): Promise<void> {
  await owner.end();
  await test[Symbol.asyncDispose]();
  registerArchive(undefined);
  await files[Symbol.asyncDispose]();
}

/** Appends so many events, in streams of one, two or three. */
async function append(log: LogName, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 10) {
    await ensureRanges(test.store.sql);
    await Promise.all(Array.from({ length: Math.min(10, left) }, (_, index) => {
      const stream = index % 5 === 4 ? `talk/${index % 3}` : `play/${newId()}`;
      return test.store.appendToStream(log, stream, [said(WORDS[index % WORDS.length] ?? "")], { metadata });
    }));
  }
}

const seal = () => sealBlocks(test.store.sql, { measure, all: true });
const archive = (with_: ArchiveFiles = files.files) => archiveDue({ ...OLD, ownerUrl: test.ownerUrl, files: with_ });
const rowsLeft = async (log: LogName) =>
  (await owner`select count(*)::int as count from ${owner(`${log.split("/")[0]}_events`)} where log = ${log}`)[0]
    ?.["count"];
const prove = async (full: boolean, projections: readonly Projection[] = []) =>
  (await verify({ url: test.serviceUrl, projections, checks: [], full })).problems;

/** All that anybody can read of a log. */
async function readAll(log: LogName): Promise<unknown> {
  const { sql } = test.store;
  const events = await readLog(sql, log, ALL);
  const streams = [...new Set(events.map(({ stream }) => stream)), "play/unknown", "talk/unknown"];
  const positions = events.map(({ position }) => position);
  const places = positions.map((position) => ({ log, position }));
  const heads = places.map((place) => ({ ...place, eventId: "" }));
  return {
    events,
    some: await readLog(sql, log, { after: 13, upTo: 57, types: ["Said"] }),
    none: await readLog(sql, log, { after: 13, upTo: 57, types: ["Other"] }),
    batch: await readLogBatch(sql, log, { ...ALL, types: [EVERY_TYPE] }),
    typed: await readLogBatch(sql, log, { after: 38, upTo: 43, types: ["Said"] }),
    streams: [...await readStreams(sql, log, streams)].sort(),
    later: await test.store.readStream(log, "talk/1", 3),
    versions: [...await streamVersions(sql, log, streams)].sort(),
    at: [...await readAt(sql, log, positions)].sort(([one], [other]) => one - other),
    times: [...await recordedTimes(sql, log, positions)].sort(([one], [other]) => one - other),
    places: await readPlaces(sql, places),
    proof: await snapshot(sql, (tx) => proveEvents(tx, places)),
    head: heads[0] && (await eventsAt(sql, heads.slice(0, 1)))(heads[0]),
  };
}

describe.each(
  [
    { kind: "disk", shards: 1 },
    { kind: "s3", shards: 3 },
  ] as const,
)("a cold range on $kind, with $shards shards", ({ kind, shards }) => {
  const logs = Array.from({ length: shards }, (_, shard): LogName => `plays/${shard}`);
  beforeAll(async () => {
    await open(kind, { shards, projections: [words] });
    for (const log of logs) await append(log, 95);
    await append("ledger/0", 45);
  });
  afterAll(close);

  it("stays while the chain does not hold it, and while it is young", async () => {
    expect(await archive()).toEqual([]);
    await seal();
    expect(await archiveDue({ ...OLD, afterDays: 1, ownerUrl: test.ownerUrl, files: files.files })).toEqual([]);
    expect(await rowsLeft("plays/0")).toBe(95);
  });

  it("leaves the database, and everybody reads what they read before", async () => {
    const before = await Promise.all(logs.map(readAll));
    expect((await archive()).map(({ kind, first, last }) => [kind, first, last])).toEqual(
      shards === 1
        ? [["ledger", 1, 40], ["plays", 1, 40], ["plays", 41, 80]]
        : [["ledger", 1, 40], ["plays", 1, 40], ["plays", 41, 80]],
    );
    expect(await Promise.all(logs.map(rowsLeft))).toEqual(logs.map(() => 15));
    const after = await Promise.all(logs.map(readAll));
    expect(after).toEqual(before);
    expect(await archive()).toEqual([]);
  });

  it("is proven by a verification of everything, and by one that goes on", async () => {
    await test.store.settle();
    expect(await prove(true, [words])).toEqual([]);
    await append("plays/0", 3);
    await test.store.settle();
    await seal();
    expect(await prove(false, [words])).toEqual([]);
  });

  it("gives a projection that is built from the first event on the tables that it has", async () => {
    const live = await owner`select * from projected.words order by word`;
    expect(live.length).toBe(WORDS.length);
    const { differences } = await rebuild({ ownerUrl: test.ownerUrl, projection: words });
    expect(differences).toEqual([]);
    expect(await owner`select * from projected.words order by word`).toEqual(live);
  });

  it("keeps derived ids for ever, and forgets those that were minted, whose time is over", async () => {
    const minted = (await readAt(owner, "plays/0", [7])).get(7)?.eventId ?? "";
    expect(await knownIds(owner, "plays/0", [minted])).toEqual(new Set());
    const old = newId(Date.now() - 31 * 86_400_000);
    const late = test.store.appendToStream("plays/0", `play/${newId()}`, [{ ...said("late"), eventId: old }], {
      metadata,
    });
    await expect(late).rejects.toThrow(`under the id ${old}`);
    const derived = derivedId(newId(), "once");
    const once = () =>
      test.store.appendToStream("plays/0", `talk/${derived}`, [{ ...said("once"), eventId: derived }], { metadata });
    await once();
    for (const log of logs) await append(log, 130);
    await seal();
    await archive();
    expect(await knownIds(owner, "plays/0", [derived])).toEqual(new Set([derived]));
    expect(await once()).toMatchObject({ alreadyStored: true });
    await expect(
      owner`delete from shard_event_ids where event_id = ${derived}`,
    ).rejects.toThrow("append-only");
    const hot = (await readLog(owner, "plays/0", ALL)).at(-1)?.eventId ?? "";
    await expect(owner`delete from shard_event_ids where event_id = ${hot}`).rejects.toThrow("append-only");
    await test.store.settle();
    expect(await prove(true, [words])).toEqual([]);
  });

  it("cannot be taken away or entered by the service", async () => {
    const { sql } = test.store;
    await expect(sql`select leave_range('plays_events', 161, 201)`).rejects.toThrow("permission denied");
    await expect(sql`insert into archived_ranges select * from archived_ranges`).rejects.toThrow("permission denied");
    await expect(owner`delete from archived_ranges`).rejects.toThrow("append-only");
    await expect(owner`select leave_range('plays_events', 201, 241)`).rejects.toThrow("is not archived");
  });
});

describe("an object of the archive", () => {
  beforeAll(async () => {
    await open("disk");
    await append("plays/0", 95);
    await seal();
    await archive();
    expect(await prove(true)).toEqual([]);
  });
  afterAll(close);
  let bytes = new Uint8Array();
  let key = "";
  const put = (content: Uint8Array) => files.files.put(key, content, { contentType: "application/octet-stream" });
  const changed = (change: (copy: Uint8Array) => void) => {
    const copy = bytes.slice();
    change(copy);
    return copy;
  };
  beforeAll(async () => {
    const [, second] = await archivedRanges(owner);
    key = second?.object ?? "";
    bytes = new Uint8Array(await new Response((await files.files.get(key))?.body).arrayBuffer());
  });
  afterEach(async () => void await put(bytes));

  it.each([
    ["whose byte was changed", () => put(changed((copy) => copy[100] = (copy[100] ?? 0) ^ 1))],
    ["that was cut", () => put(bytes.subarray(0, bytes.length - 1))],
    ["that is empty", () => put(new Uint8Array())],
    ["that is gone", () => files.files.delete(key)],
  ])("%s is named by a verification, and nobody reads around it", async (_, damage) => {
    // The one before is read, so that nothing of this one is still open.
    await forgetOpened();
    await damage();
    expect((await prove(true))[0]).toMatchObject({ where: "log plays/0, position 41" });
    await expect(readLog(test.store.sql, "plays/0", ALL)).rejects.toThrow(ArchiveUnreadable);
    await expect(readLogBatch(test.store.sql, "plays/0", { ...ALL, types: ["Other"] })).rejects.toThrow(key);
    await expect(test.store.readStream("plays/0", "talk/1")).rejects.toThrow(ArchiveUnreadable);
    expect((await readLog(test.store.sql, "plays/0", { after: 0, upTo: 40 })).length).toBe(40);
  });

  it("is not what stands in a table that someone put there again", async () => {
    await owner`create table planted (like plays_events including constraints)`;
    await owner`insert into planted select * from plays_events order by position limit 1`;
    await owner`update planted set position = 3`;
    await owner.unsafe("alter table plays_events attach partition planted for values from (1) to (41)");
    expect((await prove(true))[0]).toMatchObject({ where: "log plays/0, position 3" });
    expect((await readLog(owner, "plays/0", { after: 2, upTo: 3 }))[0]?.stream).toMatch(/^play/);
    await owner.unsafe("alter table plays_events detach partition planted");
    expect(await prove(true)).toEqual([]);
  });
});

describe("archiving", () => {
  beforeAll(() => open("disk", { shards: 3 }));
  afterAll(close);

  it("is stopped by files that fail, loses nothing, and goes on with them", async () => {
    await append("plays/0", 45);
    await append("plays/1", 45);
    await seal();
    const full = new Error("no space left on device");
    const failing: [string, ArchiveFiles][] = [
      ["put", { ...files.files, put: () => Promise.reject(full) }],
      ["get", { ...files.files, get: () => Promise.reject(full) }],
      ["list", {
        ...files.files,
        list: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(full) }) }),
      }],
      ["late", {
        ...files.files,
        put: (key, ...rest) => key.includes("/plays/1/") ? Promise.reject(full) : files.files.put(key, ...rest),
      }],
    ];
    for (const [, broken] of failing) {
      await expect(archive(broken)).rejects.toThrow("no space left");
      expect(await archivedRanges(owner)).toEqual([]);
      expect([await rowsLeft("plays/0"), await rowsLeft("plays/1")]).toEqual([45, 45]);
    }
  });

  it("refuses an object that comes back other than it was written", async () => {
    const other: ArchiveFiles = {
      ...files.files,
      async get(key, range) {
        const found = await files.files.get(key, range);
        if (!found || !key.endsWith(".zst")) return found;
        const bytes = new Uint8Array(await new Response(found.body).arrayBuffer());
        bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
        return { body: new Response(bytes).body ?? expect.fail() };
      },
    };
    await expect(archive(other)).rejects.toThrow("the frame is another one");
    expect(await archivedRanges(owner)).toEqual([]);
  });

  it("refuses an event that is not the one that was sealed", async () => {
    const tampering = await connectTampering(test.ownerUrl);
    await tampering`update plays_events set type = 'Sang' where log = 'plays/1' and position = 5`;
    await expect(archive()).rejects.toThrow("plays/1, position 5: it is not what was sealed");
    await tampering`update plays_events set type = 'Said' where log = 'plays/1' and position = 5`;
    await tampering.end();
    expect(await archivedRanges(owner)).toEqual([]);
  });

  it("leaves a shard alone that has not come to the range, and gives it a table when it does", async () => {
    expect(await archive()).toHaveLength(1);
    await append("plays/2", 50);
    expect(await rowsLeft("plays/2")).toBe(50);
    await append("plays/0", 40);
    await seal();
    // Shard 1 still fills the second range.
    expect((await archive()).map(({ first }) => first)).toEqual([1]);
    expect((await readLog(owner, "plays/2", ALL)).length).toBe(50);
    expect(await prove(true)).toEqual([]);
    const [range] = (await rangesNow(owner, { afterDays: 0, now: OLD.now() }))
      .filter(({ kind, first }) => kind === "plays" && first === 41);
    expect(range?.logs.map(({ state }) => state)).toEqual([
      ...["due", "open", "open"],
    ]);
  });

  it("is done once by two processes, while people append and read", async () => {
    await Promise.all([append("plays/1", 100), append("plays/2", 100)]);
    await append("plays/0", 100);
    await seal();
    let isOver = false;
    const acknowledged: number[] = [];
    const writer = (async () => {
      while (!isOver) {
        await append("plays/0", 5);
        acknowledged.push(5);
      }
    })();
    const reader = (async () => {
      while (!isOver) {
        const events = await readLog(test.store.sql, "plays/0", { after: 0, upTo: 120 });
        expect(events.map(({ position }) => position)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
        await snapshot(test.store.sql, async (tx) => {
          expect((await readLogBatch(tx, "plays/0", { after: 0, upTo: 120, types: ["Said"] })).length).toBe(120);
        });
      }
    })();
    const left = (await Promise.all([archive(), archive()])).flat();
    isOver = true;
    await Promise.all([writer, reader]);
    expect(new Set(left.map(({ first }) => first)).size).toBe(left.length);
    expect(left.length).toBeGreaterThan(0);
    const events = await readLog(owner, "plays/0", ALL);
    expect(events.length).toBe(185 + acknowledged.reduce((sum, count) => sum + count, 0));
    expect(await prove(true)).toEqual([]);
  });
});

it("a range waits while an earlier one of its log is in a table, because another shard still fills that one", async () => {
  await open("disk", { shards: 2, positionsPerRange: 15 });
  try {
    await append("plays/0", 35);
    await append("plays/1", 5);
    await seal();
    const before = await readAll("plays/0");
    expect(await archive()).toEqual([]);
    const [first, second] = await rangesNow(owner, { afterDays: 0, now: OLD.now() })
      .then((ranges) => ranges.filter(({ kind }) => kind === "plays"));
    expect([first, second].map((range) => range?.logs.map(({ state }) => state)))
      .toEqual([["due", "open"], ["waiting", "before"]]);
    expect(await readAll("plays/0")).toEqual(before);
    await append("plays/1", 10);
    await seal();
    expect((await archive()).filter(({ kind }) => kind === "plays").map(({ first }) => first)).toEqual([1, 16]);
    expect(await readAll("plays/0")).toEqual(before);
    expect(await prove(true)).toEqual([]);
  } finally {
    await close();
  }
});

/** Reads so many other frames that none of this file's is kept. */
async function forgetOpened(): Promise<void> {
  const { forgetFrames } = await import("./cold.ts");
  forgetFrames();
}

it("reads the same whatever was appended, sealed and archived in between", async () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("append" as const),
        shard: fc.nat(1),
        stream: fc.constantFrom("play/1", "play/2", "talk/1", "talk/ö\n2", "new"),
        words: fc.array(
          fc.string({ unit: "binary", maxLength: 8 }).filter((text) => text.isWellFormed() && !text.includes("\0")),
          {
            minLength: 1,
            // No more than half a range, as in life: ranges are made when the middle of the last one is passed.
            maxLength: 7,
          },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "seal" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "archive" as const }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      await open("disk", { shards: 2, positionsPerRange: 15 });
      try {
        for (const one of steps) {
          await ensureRanges(test.store.sql);
          if (one.kind === "append") {
            const stream = one.stream === "new" ? `play/${newId()}` : one.stream;
            await test.store.appendToStream(`plays/${one.shard}`, stream, one.words.map(said), { metadata });
          } else if (one.kind === "seal") await seal();
          else await archive();
        }
        await seal();
        const before = [await readAll("plays/0"), await readAll("plays/1")];
        await archive();
        expect([await readAll("plays/0"), await readAll("plays/1")]).toEqual(before);
        expect(await prove(true)).toEqual([]);
      } finally {
        await close();
      }
    }),
    { numRuns: sized(1, 3), endOnFailure: true },
  );
});
