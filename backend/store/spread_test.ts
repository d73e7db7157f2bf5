import { expect, test } from "vitest";
import { needsOneServer } from "../testing/database.ts";
import { openTestStore } from "../testing/store.ts";
import { connect } from "./sql.ts";
import { CannotSpread, engineState, refuseInTheWay, spreadNew } from "./spread.ts";
import { wordsProjection } from "./testing/words.ts";

const inline = { mode: "inline", place: "social", logs: ["plays"] } as const;

test("tables stay as they are on a database without an engine that spreads them", async (context) => {
  needsOneServer(context, "every database of the run has the engine");
  await using test = await openTestStore();
  const sql = connect(test.ownerUrl, { max: 1 });
  try {
    const state = await engineState(sql);
    await sql.begin((tx) =>
      spreadNew(tx, { ...wordsProjection(), ...inline }, { schema: "projected", tables: ["none"] })
    );

    expect(state).toBe("none");
  } finally {
    await sql.end();
  }
});

test("a projection is refused whose rows belong to everyone and which the group of a shard writes", () => {
  const words = wordsProjection();
  const refused = () => refuseInTheWay([{ ...words, ...inline, name: "both" }]);

  expect(refused).toThrow(CannotSpread);
  expect(refused).toThrow(/^both: /);
  for (const change of [{ mode: "async" }, { place: "shard" }, { logs: ["social"] }] as const) {
    expect(() => refuseInTheWay([{ ...words, ...inline, ...change }])).not.toThrow();
  }
});
