import { expect } from "vitest";
import { newId } from "../contract/ids.ts";
import type { EventKind, LogName, RecordedEvent } from "../store/log/event.ts";
import { projectionsWith } from "../../projections/mod.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import type { Projection } from "../store/projections/projection.ts";
import { connect, type Sql, type Tx } from "../store/sql.ts";
import { createTestDatabase } from "./database.ts";
import { TEST_INSTALLATION, TEST_KEYS } from "./store.ts";
import { migratedTemplate } from "./template.ts";

/** An event of a test; its moment is `at` (epoch ms), its stream one of its own, its log that of the first shard. */
type TestEvent<Event extends EventKind> = Event & {
  readonly at?: number;
  readonly stream?: string;
  readonly log?: LogName;
  readonly actor?: string;
};

interface TestProjection<Event extends EventKind> extends AsyncDisposable {
  /** What a read says after the events: folded in one batch, one by one, and the rest after the first, which say the same. */
  given<Answer>(events: readonly TestEvent<Event>[], ask: (tx: Tx) => Promise<Answer>): Promise<Answer>;
  /** What a read says after very many events, folded in one batch only, which the database has taken note of. */
  withAll<Answer>(events: readonly TestEvent<Event>[], ask: (tx: Tx) => Promise<Answer>): Promise<Answer>;
}

interface ProjectionDatabase extends AsyncDisposable {
  readonly sql: Sql;
  readonly ownerUrl: string;
  readonly serviceUrl: string;
}

/** One a worker for all tests of the service's projections: what they fold is undone. */
let shared: Promise<ProjectionDatabase> | undefined;

/** A projection's empty tables; `beside` are those that its reads join. */
export async function openTestProjection<Event extends EventKind>(
  projection: Projection<Event>,
  beside: readonly Projection[] = [],
): Promise<TestProjection<Event>> {
  const all = [projection as Projection, ...beside];
  const known = knownWith(all);
  const database = known ? await (shared ??= openDatabase(known)) : await openDatabase(all);
  const [kind] = projection.logs;
  const log: LogName = kind === "social" || kind === undefined ? "social" : `${kind}/0`;
  return {
    async given(events, ask) {
      const recorded = recordedAs(log, events);
      const atOnce = await folded([recorded], ask);
      expect(await folded(recorded.map((event) => [event]), ask)).toEqual(atOnce);
      if (recorded.length > 2) expect(await folded([recorded.slice(0, 1), recorded.slice(1)], ask)).toEqual(atOnce);
      return atOnce;
    },
    async withAll(events, ask) {
      const tables = [...projection.tables.matchAll(/create table (\w+)/g)].map(([, name = ""]) => name);
      // Postgres keeps what it noted of a table, also of what is undone.
      await using own = await openDatabase(known ?? all);
      await lookedThrough(own, tables);
      return await folded([recordedAs(log, events)], async (tx) => {
        // As autovacuum does where people work: plans for a table that was nearly empty would be chance.
        for (const table of tables) await tx`analyze ${tx(table)}`;
        return await ask(tx);
      }, own);
    },
    async [Symbol.asyncDispose]() {
      if (!known) await database[Symbol.asyncDispose]();
    },
  };

  /** In a transaction that is undone. */
  async function folded<Answer>(
    batches: RecordedEvent[][],
    ask: (tx: Tx) => Promise<Answer>,
    { sql } = database,
  ): Promise<Answer> {
    const answers: Answer[] = [];
    const undo = new Error("undo");
    await sql.begin(async (tx) => {
      for (const batch of batches) {
        for (const one of all) {
          const own = batch.filter(({ type }) => one.on.includes(type));
          // A batch is of one log.
          for (const events of Map.groupBy(own, (event) => event.log).values()) await one.apply(tx, events);
        }
      }
      answers.push(await ask(tx));
      throw undo;
    }).catch((error) => {
      if (error !== undo) throw error;
    });
    return answers[0] as Answer;
  }
}

async function openDatabase(projections: readonly Projection[]): Promise<ProjectionDatabase> {
  const options = { projections, shards: 1, keys: TEST_KEYS, installation: TEST_INSTALLATION };
  const template = await migratedTemplate(options);
  const database = await createTestDatabase({ template: template.name });
  const serviceUrl = template.serviceUrl(database.url);
  const sql = connect(serviceUrl, { max: 1 });
  return {
    ...{ sql, ownerUrl: database.url, serviceUrl },
    async [Symbol.asyncDispose]() {
      await sql.end({ timeout: 2 });
      await database.drop();
    },
  };
}

/** Lets the service look through these tables, which else only the owner and autovacuum do. */
async function lookedThrough(
  { ownerUrl, serviceUrl }: ProjectionDatabase,
  tables: readonly string[],
): Promise<void> {
  const owner = connect(ownerUrl, { max: 1 });
  const service = decodeURIComponent(new URL(serviceUrl).username);
  for (const table of tables) await owner`grant maintain on ${owner(table)} to ${owner(service)}`;
  await owner.end({ timeout: 2 });
}

/** All of the service's projections, where these are among them. */
function knownWith(all: readonly Projection[]): readonly Projection[] | undefined {
  const known = projectionsWith(new PersonalData(TEST_KEYS));
  const isKnown = (one: Projection) => known.some(({ name, tables }) => name === one.name && tables === one.tables);
  return all.every(isKnown) ? known : undefined;
}

function recordedAs<Event extends EventKind>(log: LogName, events: readonly TestEvent<Event>[]): RecordedEvent[] {
  const versions = new Map<string, number>();
  const versionIn = (stream: string) => {
    versions.set(stream, (versions.get(stream) ?? 0) + 1);
    return versions.get(stream) ?? 0;
  };
  return events.map(({ at, stream, actor = "system:test", ...event }, index): RecordedEvent => ({
    log,
    position: index + 1,
    stream: stream ?? `of/${index}`,
    streamVersion: versionIn(stream ?? `of/${index}`),
    eventId: newId(),
    schemaVersion: 1,
    metadata: { actor },
    occurredAt: at ?? index,
    recordedAt: at ?? index,
    ...event,
  }));
}
