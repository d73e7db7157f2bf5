import { join } from "node:path";
import { expect, it } from "vitest";
import { type EmbeddedDatabase, startEmbeddedPostgres } from "../../start/embedded_postgres.ts";
import { migrate } from "../../start/migrate.ts";
import { Keyring } from "../personal/keyring.ts";
import { linesOf } from "../../testing/lines.ts";
import { eventually } from "../../testing/wait.ts";
import { connect } from "../sql.ts";

const WRITER = join(import.meta.dirname ?? "", "../testing/writer.ts");

it("the log keeps every acknowledged event once while writers and Postgres are killed with -9", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "orin-crash-" });
  let database = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const { port } = database;
  try {
    const { serviceUrl } = await migrate({
      ownerUrl: database.adminUrl,
      projections: [],
      keys: new Keyring(["a secret for tests only"]),
      log: () => {},
    });
    const writers = [startWriter(serviceUrl), startWriter(serviceUrl)];
    for (let kill = 0; kill < 2; kill++) {
      await untilMore(writers, 100);
      database = await killAndRestart(database, { dataDir, port });
    }
    writers[0]?.child.kill("SIGKILL");
    writers.push(startWriter(serviceUrl));
    await untilMore(writers.slice(1), 100);
    for (const { child } of writers.slice(1)) child.kill("SIGKILL");
    await Promise.all(writers.map((writer) => writer.read));
    await expectWhole(serviceUrl, writers.flatMap((writer) => writer.acknowledged));
  } finally {
    await database.stop();
    await Deno.remove(dataDir, { recursive: true });
  }
});

async function killAndRestart(
  database: EmbeddedDatabase,
  place: { dataDir: string; port: number },
): Promise<EmbeddedDatabase> {
  Deno.kill(database.pid, "SIGKILL");
  await database.stop();
  return await startEmbeddedPostgres({ ...place, log: () => {} });
}

interface Writer {
  readonly child: Deno.ChildProcess;
  /** Grows as they come. */
  readonly acknowledged: string[];
  readonly read: Promise<void>;
}

function startWriter(url: string): Writer {
  const args = ["run", "-A", WRITER, url, "48"];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  const acknowledged: string[] = [];
  return { child, acknowledged, read: readLines(child.stdout, acknowledged) };
}

async function readLines(stream: ReadableStream<Uint8Array>, lines: string[]): Promise<void> {
  for await (const line of linesOf(stream)) lines.push(line);
}

/** Waits until each of the writers has had so many more acknowledged: it is met in the middle of its work. */
async function untilMore(writers: readonly Writer[], count: number): Promise<void> {
  const before = writers.map(({ acknowledged }) => acknowledged.length);
  const least = () => Math.min(...writers.map(({ acknowledged }, index) => acknowledged.length - (before[index] ?? 0)));
  await eventually(`${count} more appends of each writer`, least).toBeGreaterThanOrEqual(count);
}

async function expectWhole(url: string, acknowledged: readonly string[]): Promise<void> {
  const sql = connect(url, { max: 1 });
  const rows = await sql<{ eventId: string; position: number }[]>`
    select event_id, position from plays_events where log = 'plays/0' order by position`;
  await sql.end();
  const stored = rows.map((row) => row.eventId);
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(new Set(stored).size).toBe(stored.length);
  expect(new Set(acknowledged).difference(new Set(stored)).size).toBe(0);
  expect(rows.map((row) => row.position)).toEqual(Array.from(rows, (_, index) => index + 1));
}
