import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestCatalogue, type TestCatalogue } from "../../testing/catalogue.ts";
import { eventually } from "../../testing/wait.ts";
import { aheadOf } from "./sent_body.ts";

/** 120 s of sound: 10 bytes a ms. */
const BYTES = 1_200_000;
/** Ten seconds, and the list of its frames. */
const BURST = 100_000 + 30_000;
let test: TestCatalogue;
beforeAll(async () => {
  test = await openTestCatalogue();
});
afterAll(() => test[Symbol.asyncDispose]());

/** A song that is being sent at the pace of listening; `received` is how much of it has come. */
async function givenStream({ range }: { range?: string } = {}) {
  const { trackId } = await test.addTrack({}, { normal: BYTES });
  const { streamUrl: url } = await (await test.call(`/api/v1/stream/${trackId}`)).json();
  const answer = await test.call(`${url}&ahead=10`, { headers: range === undefined ? {} : { range } });
  const reader = answer.body?.getReader();
  let bytes = 0;
  const whole = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) bytes += part.value.length;
    return bytes;
  })();
  const received = async (least: number) => {
    await eventually(`${least} bytes of the stream`, () => bytes).toBeGreaterThanOrEqual(least);
    return bytes;
  };
  return { url, answer, whole, received, cancel: () => reader?.cancel() };
}

describe("a stream with ahead=10", () => {
  it("begins at once, comes no faster than it is heard, and whole once it is asked for without a pace", async () => {
    const { url, answer, whole, received } = await givenStream();
    expect([answer.status, answer.headers.get("content-length")]).toEqual([200, String(BYTES)]);
    expect(await received(BURST - 10_000)).toBeLessThan(BYTES / 2);
    const asked = await test.call(url, { headers: { range: "bytes=0-0" } });
    expect((await asked.arrayBuffer()).byteLength).toBe(1);
    expect(await whole).toBe(BYTES);
    // What the player asks for afterwards comes as fast as it can.
    const again = await test.call(`${url}&ahead=10`);
    expect((await again.arrayBuffer()).byteLength).toBe(BYTES);
  });

  it("begins at once after a jump, too", async () => {
    const { answer, received, cancel } = await givenStream({ range: "bytes=600000-" });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([206, `bytes 600000-${BYTES - 1}/${BYTES}`]);
    expect(await received(90_000)).toBeLessThan(600_000);
    await cancel();
  });

  it("counts what a loaded beginning has brought already as ahead", async () => {
    const { url, received, cancel, answer } = await givenStream({ range: "bytes=0-79999" });
    expect([answer.status, await received(80_000)]).toEqual([206, 80_000]);
    await cancel();
    const rest = await test.call(`${url}&ahead=10`, { headers: { range: "bytes=80000-" } });
    const reader = rest.body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.length).toBe(10_000);
    await reader?.cancel();
  });

  it("is sent at once when the service ends, so that nobody waits for the end of a song", async () => {
    await using own = await openTestCatalogue();
    const { trackId } = await own.addTrack({}, { normal: BYTES });
    const { streamUrl } = await (await own.call(`/api/v1/stream/${trackId}`)).json();
    const bodies = await Promise.all([own.call(`${streamUrl}&ahead=10`), own.call(`${streamUrl}&ahead=10`)]);
    const whole = Promise.all(bodies.map((body) => body.arrayBuffer()));
    own.deps.served.hurry();
    expect((await whole).map((body) => body.byteLength)).toEqual([BYTES, BYTES]);
    await own.deps.served.settle();
    expect(await own.deps.store.sql`select 1 from served_streams where whole_at is not null`).toHaveLength(0);
  });
});

it("aheadOf() takes whole seconds, at most a minute, and nothing else", () => {
  expect(["10", "0", "999"].map(aheadOf)).toEqual([10_000, 0, 60_000]);
  expect([undefined, "", "-1", "1.5", "1e3", "9999", "x"].map(aheadOf)).toEqual(Array(7).fill(undefined));
});
