import { describe, expect, it } from "vitest";
import { findTickets } from "../../../projections/listening/deliveries.ts";
import { newId } from "../../contract/ids.ts";
import { STREAM_BURST_MS } from "../../contract/policy.ts";
import type { Sql } from "../../store/sql.ts";
import { openTestCatalogue } from "../../testing/catalogue.ts";
import { ServedBytes } from "./served_bytes.ts";

const HOUR_MS = 3_600_000;
/** A song of ten minutes: a KB is a second. */
const LONG = { durationMs: 600_000, bytes: 600_000 };

/** A meter whose statements go nowhere; `written` names their tables. */
function givenMeter() {
  const written: string[] = [];
  const sql = (strings: TemplateStringsArray) => {
    const table = /insert into (deliveries|songs_in_part|served_streams)/.exec(strings.join("?"))?.[1];
    if (table) written.push(table);
    return Promise.resolve([]);
  };
  return { served: new ServedBytes(sql as unknown as Sql, Date.now, () => {}), written };
}

function begin(served: ServedBytes, { userId = newId(), trackId = newId(), grantId = newId() } = {}) {
  const listener = { subject: userId, userId, shard: 0, address: undefined };
  const ticket = { expiresAt: Date.now() + HOUR_MS, device: undefined, speed: 1, isCopy: false };
  served.begin({ grantId, listener, trackId, durationMs: LONG.durationMs, ...ticket }, { isPaid: false, taken: 0 });
  return grantId;
}

describe("a stream", () => {
  it("that is asked for in 200 ranges at once brings all of them, and proves no more than the clock allows", async () => {
    await using test = await openTestCatalogue();
    const { trackId } = await test.addTrack({ durationMs: LONG.durationMs }, { normal: LONG.bytes });
    const { token, userId } = await test.logIn();
    const { streamUrl } = await (await test.call(`/api/v1/stream/${trackId}`, { token })).json();
    const part = LONG.bytes / 200;
    const sizes = await Promise.all(Array.from({ length: 200 }, async (_, at) => {
      const range = `bytes=${at * part}-${at * part + 599}`;
      const answer = await test.call(streamUrl, { headers: { range } });
      return (await answer.arrayBuffer()).byteLength;
    }));
    expect(sizes).toEqual(Array(200).fill(600));
    await test.deps.served.settle();
    const proven = async () => {
      const asked = { asked: [{ listenerId: userId, trackId }], now: test.deps.now() };
      return (await findTickets(test.deps.store.sql, test.deps.shardOf(userId), asked)).map((one) => one.deliveredMs);
    };
    expect((await proven())[0]).toBeGreaterThan(30_000);
    expect((await proven())[0]).toBeLessThanOrEqual(STREAM_BURST_MS);
    await test.deps.store.sql`update deliveries set delivered_ms = 600000`;
    expect(await proven()).toEqual([STREAM_BURST_MS]);
    test.pass(60_000);
    expect(await proven()).toEqual([STREAM_BURST_MS + 60_000]);
  });

  it("is written down in a few statements, whatever the number of its pieces", async () => {
    const { served, written } = givenMeter();
    const grantId = begin(served);
    for (let at = 0; at < 10_000; at++) {
      const body = served.send(grantId, { start: at * 60, of: LONG.bytes });
      body.went(1);
      body.over();
    }
    await served.settle();
    expect(written.length).toBeLessThan(6);
  });
});
