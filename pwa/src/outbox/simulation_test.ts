import "../../testing/indexed_db.ts";
import { IDBFactory } from "fake-indexeddb";
import process from "node:process";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { seededRandom } from "./testing/random.ts";
import { SimulatedLife } from "./testing/simulated_life.ts";

const LIVES = 24;
const MOMENTS = 400;
/** `ORIN_SEED=7` lives the seventh life alone. */
const ONE = process.env.ORIN_SEED;
const SEEDS = ONE ? [Number(ONE)] : Array.from({ length: LIVES }, (_, index) => index + 1);

const total = { plays: 0, requests: 0, writes: 0, writeRequests: 0, kills: 0 };
afterEach(() => vi.restoreAllMocks());
afterAll(() => console.info(`Seeds ${SEEDS.join(" ")}:`, total));

describe("the outbox through a random life: nothing lost, nothing counted twice", () => {
  it.each(SEEDS)("seed %i", async (seed) => {
    globalThis.indexedDB = new IDBFactory();
    makeIdsRepeatable(seed);
    const life = new SimulatedLife(seed);
    await life.live(MOMENTS);
    await life.end();
    const { service, stored, heard, writing } = life;
    total.writes += service.writes.applied.length;
    total.writeRequests += service.writes.requests.length;
    total.plays += service.plays.size;
    total.requests += service.requests.length;
    total.kills += life.kills;

    expect(await life.left()).toEqual({ sessions: 0, rows: 0 });
    expect(service.faults).toEqual([]);
    const lost = [...stored].filter(([playId, ms]) => ms >= 1_000 && (service.plays.get(playId)?.listenedMs ?? 0) < ms);
    expect(lost).toEqual([]);
    const doubled = [...service.plays].filter(([playId, play]) => play.listenedMs > (heard.get(playId)?.ms ?? 0));
    expect(doubled).toEqual([]);
    const credited = [...service.plays.values()].reduce((sum, play) => sum + play.listenedMs, 0);
    expect(credited).toBeLessThanOrEqual(life.heardMs);
    const foreign = [...service.plays].filter(([playId, play]) => play.userId !== heard.get(playId)?.userId);
    expect(foreign).toEqual([]);

    expect(service.writes.faults).toEqual([]);
    expect(writing.misjudged(service.writes)).toEqual([]);
    expect(writing.foreign(service.writes)).toEqual([]);
    expect(writing.disordered(service.writes)).toEqual([]);
  });
});

/** Ids decide in which order the database gives rows, so they come from the seed too. */
function makeIdsRepeatable(seed: number): void {
  const random = seededRandom(seed + 1_000_000);
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint8Array) {
      for (let index = 0; index < array.length; index++) array[index] = random() * 256;
    }
    return array;
  });
}
