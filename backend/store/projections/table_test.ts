import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { connect, type Sql } from "../sql.ts";
import { bigint, boolean, day, ddlOf, moment, oneOf, smallint, table, text, typed, uuid } from "./table.ts";

const SEEDS = table("seeds", {
  seedId: uuid,
  ownerId: uuid,
  kind: oneOf("rose", "bean"),
  name: text.optional,
  grams: bigint.check("grams > 0"),
  sownAt: moment.optional,
  sownOn: day,
  rows: smallint.default("3"),
  isRipe: boolean.default("false"),
  words: typed<string[]>("text[]").default("'{}'"),
  isOld: boolean.generated("sown_on < '2026-01-01'"),
}, {
  key: ["seedId"],
  checks: ["(name is null) = (sown_at is null)"],
  fillfactor: 70,
  indexes: { seeds_newest: "(owner_id, sown_at desc) where not is_ripe", seeds_named: "unique (name)" },
  erase: ["ownerId"],
});
const BEDS = table("beds", { bed: text, place: smallint.optional }, { key: ["bed"] });

const [ada, bola, rose, bean] = [newId(), newId(), newId(), newId()];
const sown = { seedId: rose, ownerId: ada, kind: "rose", grams: 5, sownOn: "2025-12-31" } as const;
const whole = { name: undefined, sownAt: undefined, rows: 3, isRipe: false, words: [], isOld: true };
let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 1 });
  await sql.unsafe(ddlOf(SEEDS, BEDS));
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it("writes the statements that make a table, with its indexes behind it", () => {
  expect(SEEDS.ddl).toBe(`create table seeds (
  seed_id uuid not null,
  owner_id uuid not null,
  kind text not null check (kind in ('rose', 'bean')),
  name text,
  grams bigint not null check (grams > 0),
  sown_at timestamptz,
  sown_on date not null,
  rows smallint not null default 3,
  is_ripe boolean not null default false,
  words text[] not null default '{}',
  is_old boolean not null generated always as (sown_on < '2026-01-01') stored,
  primary key (seed_id),
  check ((name is null) = (sown_at is null))
) with (fillfactor = 70);
create index seeds_newest on seeds (owner_id, sown_at desc) where not is_ripe;
create unique index seeds_named on seeds (name)`);
});

it("inserts what is given and leaves the rest to its default; reads it as it went", async () => {
  await sql.begin(async (tx) => {
    await SEEDS.add(tx, [sown, { ...sown, seedId: bean, kind: "bean", name: "runner", sownAt: 1_700_000_000_123 }]);
    await SEEDS.add(tx, [{ ...sown, grams: 9 }]);
  });
  expect(await SEEDS.find(sql, rose)).toStrictEqual({ ...sown, ...whole });
  expect(await SEEDS.byIds(sql, [bean, newId()])).toEqual(
    new Map([[bean, { ...sown, ...whole, seedId: bean, kind: "bean", name: "runner", sownAt: 1_700_000_000_123 }]]),
  );
  expect(await SEEDS.find(sql, newId())).toBeUndefined();
});

it("puts a row in the place of one with its key, and keeps what an insert does not give", async () => {
  await sql`update seeds set is_ripe = true where seed_id = ${rose}`;
  await sql.begin((tx) => SEEDS.put(tx, [{ ...sown, grams: 9, name: "damask", sownAt: 0 }]));
  expect(await SEEDS.find(sql, rose)).toMatchObject({ grams: 9, name: "damask", sownAt: 0, isRipe: true });
});

it("sends columns by name, also those with a default where they are asked for", async () => {
  const other = { ...sown, seedId: newId(), rows: 7 };
  await sql`insert into seeds ${SEEDS.values(sql, [other], ["rows"])}`;
  const asked = SEEDS.rows(sql, [{ seedId: other.seedId, rows: 7 }], ["seedId", "rows"]);
  expect(await sql`select name, rows from seeds join ${asked} as asked using (seed_id, rows)`)
    .toEqual([{ name: undefined, rows: 7 }]);
  await expect(async () => await sql`insert into seeds ${SEEDS.values(sql, [{ ...other, words: [] }], ["words"])}`)
    .rejects.toThrow("seeds.words has a type that an insert names by hand");
});

it("changes and deletes the rows that columns name, and refuses to mean all of them", async () => {
  const [one, other] = [{ ...sown, seedId: newId() }, { ...sown, seedId: newId() }];
  await sql.begin(async (tx) => {
    await SEEDS.insert(tx, [one, other]);
    await SEEDS.set(tx, { seedId: one.seedId, kind: "rose" }, { name: "alba", sownAt: 1_700_000_000_123, rows: 1 });
    await SEEDS.delete(tx, { seedId: other.seedId });
  });
  expect(await SEEDS.find(sql, one.seedId)).toMatchObject({ name: "alba", sownAt: 1_700_000_000_123, rows: 1 });
  expect(await SEEDS.find(sql, other.seedId)).toBeUndefined();
  await sql.begin((tx) => SEEDS.set(tx, { seedId: one.seedId, name: undefined }, { rows: 2 }));
  await sql.begin((tx) => SEEDS.set(tx, { seedId: one.seedId }, { name: undefined, sownAt: undefined }));
  expect(await SEEDS.find(sql, one.seedId)).toMatchObject({ name: undefined, sownAt: undefined, rows: 1 });
  await sql.begin((tx) => SEEDS.set(tx, { seedId: one.seedId, name: undefined }, { rows: 2 }));
  expect(await SEEDS.find(sql, one.seedId)).toMatchObject({ rows: 2 });
  await expect(sql.begin((tx) => SEEDS.delete(tx, {}))).rejects.toThrow("no column is named");
  await expect(sql.begin((tx) => SEEDS.insert(tx, one))).rejects.toThrow("duplicate key");
});

it("reads the rows that columns name, in an order, at most so many", async () => {
  const own = { ...sown, ownerId: newId() };
  const [one, two] = [{ ...own, seedId: newId(), grams: 1 }, { ...own, seedId: newId(), grams: 2 }];
  await sql.begin((tx) => SEEDS.insert(tx, [one, two]));
  const listed = await SEEDS.list(sql, { ownerId: own.ownerId, name: undefined }, { order: "grams desc" });
  expect(listed.map(({ seedId }) => seedId)).toEqual([two.seedId, one.seedId]);
  expect(await SEEDS.list(sql, { ownerId: own.ownerId }, { order: "grams", limit: 1 })).toMatchObject([one]);
  expect(await SEEDS.find(sql, { ownerId: own.ownerId, grams: 2 })).toMatchObject(two);
  await sql.begin((tx) => SEEDS.erase(tx, [own.ownerId]));
});

it("deletes the rows of people who are erased, and of a table without people none", async () => {
  await sql.begin(async (tx) => {
    await SEEDS.add(tx, [{ ...sown, seedId: newId(), ownerId: bola }]);
    await BEDS.add(tx, [{ bed: ada }]);
    await SEEDS.erase(tx, [ada]);
    await BEDS.erase(tx, [ada]);
  });
  expect((await sql`select owner_id from seeds`).map((row) => row["ownerId"])).toEqual([bola]);
  expect(await BEDS.find(sql, ada)).toEqual({ bed: ada, place: undefined });
});
