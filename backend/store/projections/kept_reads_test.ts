import { describe, expect, it } from "vitest";
import { openTestStore } from "../../testing/store.ts";
import { said, wordsProjection } from "../testing/words.ts";
import { KeptReads } from "./kept_reads.ts";
import { rebuild } from "./rebuild.ts";

const metadata = { actor: "system:test" };
const FROM = ["words"];

describe("kept reads", () => {
  for (const mode of ["async", "inline"] as const) {
    it(`of an ${mode} projection are asked again once it has folded an event of its own, whoever appended it`, async () => {
      const projection = wordsProjection({ mode });
      await using test = await openTestStore({ projections: [projection] });
      const { store } = test;
      const other = test.another();
      const kept = new KeptReads(store.sql, [projection]);
      const asked: string[] = [];
      const timesOf = async (word: string) =>
        await (await kept.now()).read(FROM, word, async () => {
          asked.push(word);
          const [row] = await store.sql<{ times: number }[]>`select times from words where word = ${word}`;
          return row?.times ?? 0;
        });
      expect([await timesOf("hi"), await timesOf("hi")]).toEqual([0, 0]);
      expect(asked).toEqual(["hi"]);

      await other.appendToStream("social", "talk/1", [said("hi")], { metadata });
      await other.settle();
      expect([await timesOf("hi"), await timesOf("hi")]).toEqual([1, 1]);
      expect(asked).toHaveLength(2);

      await other.appendToStream("social", "talk/1", [{ type: "Whispered", data: { word: "hi" } }], { metadata });
      await other.settle();
      expect(await timesOf("hi")).toBe(1);
      expect(asked).toHaveLength(2);
    });
  }

  it("are asked again when the tables were built again", async () => {
    const projection = wordsProjection();
    await using test = await openTestStore({ projections: [projection] });
    const { store, ownerUrl } = test;
    await store.appendToStream("social", "talk/1", [said("hi")], { metadata });
    await store.settle();
    const kept = new KeptReads(store.sql, [projection]);
    let asked = 0;
    const ask = async () => await (await kept.now()).read(FROM, "all", () => Promise.resolve(++asked));
    expect([await ask(), await ask()]).toEqual([1, 1]);
    await rebuild({ ownerUrl, projection, fresh: true });
    expect([await ask(), await ask()]).toEqual([2, 2]);
  });

  it("of things ask for the missing ones together, and remember those that there are not", async () => {
    const projection = wordsProjection();
    await using test = await openTestStore({ projections: [projection] });
    const kept = new KeptReads(test.store.sql, [projection]);
    const asked: (readonly string[])[] = [];
    const find = async (...ids: string[]) =>
      await (await kept.now()).readEach(FROM, ids, {
        kind: "thing",
        ask: (missing) => {
          asked.push(missing);
          return Promise.resolve(new Map(missing.filter((id) => id !== "none").map((id) => [id, id.toUpperCase()])));
        },
      });
    expect([...(await find("a", "none", "a")).entries()]).toEqual([["a", "A"]]);
    expect([...(await find("none", "b", "a")).values()].sort()).toEqual(["A", "B"]);
    expect([...(await find("none", "b")).values()]).toEqual(["B"]);
    expect(asked).toEqual([["a", "none"], ["b"]]);
  });

  it("do not keep what failed", async () => {
    const projection = wordsProjection();
    await using test = await openTestStore({ projections: [projection] });
    const kept = new KeptReads(test.store.sql, [projection]);
    const read = async (ask: () => Promise<string>) => await (await kept.now()).read(FROM, "one", ask);
    await expect(read(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await read(() => Promise.resolve("here"))).toBe("here");
  });

  it("look once for all who ask meanwhile, and again for who asks later", async () => {
    const projection = wordsProjection();
    let looks = 0;
    await using test = await openTestStore({ projections: [projection] });
    const store = test.another({ asked: () => looks++ });
    const kept = new KeptReads(store.sql, [projection]);
    await Promise.all(Array.from({ length: 20 }, () => kept.now()));
    expect(looks).toBe(1);
    const first = kept.now();
    await Promise.resolve();
    await Promise.all([first, kept.now(), kept.now()]);
    expect(looks).toBeLessThanOrEqual(3);
    expect(looks).toBeGreaterThan(1);
  });

  it("refuse a projection that follows other logs, whose positions they do not look at", () => {
    expect(() => new KeptReads({} as never, [wordsProjection({ logs: ["social", "plays"] })])).toThrow("all its logs");
  });
});
