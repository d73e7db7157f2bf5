import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import type { CommandHandler } from "./command.ts";
import { MAX_BULK_WEIGHT, MAX_BULK_WEIGHT_BESIDE } from "./group_writer.ts";

/** A phone that sends what waited on it, or a person who sends one thing. */
interface Sent {
  readonly sender: string;
  readonly weight: number;
  readonly lane: "bulk" | "interactive";
}

let test: TestStore;
let groups: (readonly Sent[])[];
beforeAll(async () => void (test = await openTestStore()));
afterAll(() => test[Symbol.asyncDispose]());

/** Appends nothing; tells what stood in one group. */
const noted: CommandHandler<Sent, null> = {
  name: "noted",
  load: (_tx, commands) => {
    groups.push(commands);
    return Promise.resolve(null);
  },
  decide: () => ({ appends: [], result: undefined }),
};

async function send(all: readonly Sent[]): Promise<void> {
  groups = [];
  await Promise.all(all.map((sent) => {
    const metadata = { actor: `user:${sent.sender}` };
    return test.store.execute(noted, sent, { logs: ["social"], metadata, lane: sent.lane, weight: sent.weight });
  }));
}

const chunks = (sender: string, count: number): Sent[] =>
  Array.from({ length: count }, () => ({ sender, weight: 32, lane: "bulk" as const }));
const weightOf = (group: readonly Sent[] = []) => group.reduce((sum, sent) => sum + sent.weight, 0);

describe("a group of the writer", () => {
  it("takes a whole share of bulk when nothing else comes, also of a single sender", async () => {
    await send(chunks("ada", 9));
    expect(groups.map(weightOf)).toEqual([MAX_BULK_WEIGHT, MAX_BULK_WEIGHT, 32]);
  });

  it("takes every sender's bulk in turn", async () => {
    await send([...chunks("ada", 4), ...chunks("bola", 2), ...chunks("chidi", 1)]);
    expect(groups[0]?.map((sent) => sent.sender)).toEqual(["ada", "bola", "chidi", "ada"]);
    expect(groups[1]?.map((sent) => sent.sender)).toEqual(["bola", "ada", "ada"]);
  });

  it("takes all single commands, and little bulk beside them", async () => {
    const singles = Array.from({ length: 50 }, (_, index): Sent => (
      { sender: `listener ${index}`, weight: 1, lane: "interactive" }
    ));
    await send([...chunks("ada", 4), ...singles]);
    expect(groups[0]?.filter((sent) => sent.lane === "interactive")).toHaveLength(50);
    expect(weightOf(groups[0]?.filter((sent) => sent.lane === "bulk"))).toBe(MAX_BULK_WEIGHT_BESIDE);
    expect(groups.flat()).toHaveLength(54);
  });
});

describe("a queue that is full", () => {
  const refused = (retryAfterMs: number) => ({ status: "rejected", reason: expect.objectContaining({ retryAfterMs }) });
  const outcomes = (all: readonly Sent[]) => Promise.allSettled(all.map((sent) => send([sent])));

  it("refuses more bulk with the time to wait, and still takes single commands", async () => {
    const bulk = { sender: "a", lane: "bulk", weight: 60_000 } as const;
    const single = { sender: "c", lane: "interactive", weight: 1 } as const;
    const [first, second, third] = await outcomes([bulk, { ...bulk, sender: "b", weight: 1 }, single]);
    expect(first).toMatchObject({ status: "fulfilled" });
    expect(second).toMatchObject(refused(5_000));
    expect(third).toMatchObject({ status: "fulfilled" });
  });

  it("refuses the single command that is one too many, and none of those before it", async () => {
    const one: Sent = { sender: "a", lane: "interactive", weight: 1 };
    const all = await outcomes(Array.from({ length: 10_001 }, () => one));
    expect(all.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(all.at(-1)).toMatchObject(refused(1_000));
  });
});
