import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { newId } from "../../contract/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { connect, type Sql } from "../sql.ts";
import { anyOf, rowsOf, valuesOf } from "./columns.ts";

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

interface Seed {
  readonly seedId: string;
  readonly name: string | undefined;
  readonly count?: number;
  readonly isRipe: boolean;
  readonly sownAt: number;
}
const SEED = { text: ["name"], uuid: ["seedId"], bigint: ["count"], boolean: ["isRipe"], ms: ["sownAt"] } as const;
const seedId = newId();
const seeds: Seed[] = [
  { seedId, name: 'a "b", {c}\\d\n', count: 2 ** 40, isRipe: true, sownAt: 1_700_000_000_123 },
  { seedId, name: "null", isRipe: false, sownAt: 0 },
  { seedId, name: undefined, isRipe: false, sownAt: 0 },
  { seedId, name: "", isRipe: false, sownAt: 0 },
];

it("makes rows a table: any text as it is, what is undefined null, milliseconds a moment", async () => {
  expect(await sql`select seed.* from ${rowsOf(sql, seeds, SEED)} as seed`).toEqual([
    { name: 'a "b", {c}\\d\n', seedId, count: 2 ** 40, isRipe: true, sownAt: 1_700_000_000_123 },
    ...["null", undefined, ""].map((name) => ({ name, seedId, isRipe: false, sownAt: 0 })),
  ]);
  expect(await sql`select from ${rowsOf<Seed>(sql, [], SEED)} as seed`).toEqual([]);
});

it("inserts rows by the names of their columns, whatever the order of the table", async () => {
  const rows = await sql.begin(async (tx) => {
    await tx`create temporary table seeds (sown_at timestamptz, seed_id uuid, name text, note text default 'new')`;
    await tx`insert into seeds ${valuesOf(tx, seeds, { text: ["name"], uuid: ["seedId"] })}`;
    return await tx`select * from seeds where name = ''`;
  });
  expect(rows).toEqual([{ sownAt: undefined, seedId, name: "", note: "new" }]);
});

it("refuses an id that would need quotes", () => {
  expect(() => rowsOf(sql, [{ id: "a b" }], { uuid: ["id"] })).toThrow("Cannot send a b as plain values");
  expect(() => rowsOf(sql, [{ id: "" }], { uuid: ["id"] })).toThrow("as plain values");
});

it("any of some ids is one statement, for none and for many", async () => {
  const statements: string[] = [];
  const heard = connect(database.url, { heard: (statement) => void statements.push(statement) });
  onTestFinished(() => heard.end());
  await sql`create table songs (song_id uuid primary key, nth int not null)`;
  const ids = Array.from({ length: 300 }, () => newId());
  for (const [nth, id] of ids.entries()) await sql`insert into songs values (${id}, ${nth})`;
  const found = async (asked: readonly string[] | ReadonlySet<string>) => {
    const rows = await heard<{ nth: number }[]>`select nth from songs where ${
      anyOf("song_id", asked)
    } and nth >= ${1} order by nth`;
    return rows.map(({ nth }) => nth);
  };
  expect(await found([])).toEqual([]);
  expect(await found(ids.slice(0, 3))).toEqual([1, 2]);
  expect(await found(new Set([...ids, newId()]))).toHaveLength(299);
  expect([...new Set(statements.filter((statement) => statement.includes("songs")))]).toEqual([
    "select nth from songs where song_id in (select unnest($1::text::uuid[])) and nth >= $2 order by nth",
  ]);
});
