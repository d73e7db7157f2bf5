import { expect, test } from "vitest";
import { isSpread, needsOneServer } from "../testing/database.ts";
import { openTestStore } from "../testing/store.ts";
import { Nodes, PoolOfPlace, PoolsOfNodes } from "./nodes.ts";
import { connect } from "./sql.ts";

test("nodes are one server on a database that nothing spreads, which is then not asked again", async (context) => {
  needsOneServer(context, "an engine spreads every database of the run");
  await using test = await openTestStore({ shards: 3 });
  const asked: string[] = [];
  const sql = connect(test.serviceUrl, { max: 1, heard: (statement) => void asked.push(statement) });
  try {
    const nodes = new Nodes({ sql, url: test.serviceUrl });

    await nodes.known();
    const afterFirst = asked.length;
    await nodes.known();
    const moved = await nodes.haveMoved(2, Object.assign(new Error("gone"), { code: "08006" }));

    expect(nodes.areSpread).toBe(false);
    expect([nodes.urlOf("social"), nodes.urlOf(0), nodes.urlOf(2)]).toEqual(Array(3).fill(test.serviceUrl));
    expect(moved).toBe(false);
    expect(asked).toHaveLength(afterFirst);
  } finally {
    await sql.end();
  }
});

test("nodes throw while nothing is known and the database does not answer, and know it once it does", async () => {
  await using test = await openTestStore();
  const away = connect("postgres://orin@127.0.0.1:1/orin", { max: 1 });
  const nodes = new Nodes({ sql: away, url: test.serviceUrl });

  await expect(nodes.known()).rejects.toThrow(/ECONNREFUSED|refused/i);

  expect(nodes.areSpread).toBe(false);
  await away.end({ timeout: 0 });
});

test("a writer's pool and the pools for work stay the same while no place moves", async () => {
  await using test = await openTestStore({ shards: 2 });
  const sql = connect(test.serviceUrl, { max: 1 });
  const opened: string[] = [];
  const open = (url: string) => {
    opened.push(url);
    return connect(url, { max: 1 });
  };
  try {
    const nodes = new Nodes({ sql, url: test.serviceUrl });
    const writer = new PoolOfPlace(nodes, 1, { open, leave: () => {} });
    const pools = new PoolsOfNodes(nodes, open);

    const [first, again] = [await writer.sql(), await writer.sql()];
    const [zero, one] = [await pools.of(0), await pools.of(1)];
    const urls = [nodes.urlOf(0), nodes.urlOf(1)];

    expect(first).toBe(again);
    expect([await pools.of(0), await pools.of(1)]).toEqual([zero, one]);
    expect(zero === one).toBe(urls[0] === urls[1]);
    expect(opened).toEqual([urls[1], ...new Set(urls)]);
    if (!isSpread()) expect(urls).toEqual([test.serviceUrl, test.serviceUrl]);
    await Promise.all([writer.end(), pools.end()]);
  } finally {
    await sql.end();
  }
});
