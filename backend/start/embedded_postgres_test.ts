import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, startEmbeddedPostgres } from "./embedded_postgres.ts";
import { eventually } from "../testing/wait.ts";
import { StartError } from "./start_error.ts";

const HOLDER = `
  import { startEmbeddedPostgres } from "${new URL("./embedded_postgres.ts", import.meta.url)}";
  const database = await startEmbeddedPostgres({ dataDir: Deno.args[0], durable: true, log: () => {} });
  console.log(JSON.stringify({ url: database.adminUrl, pid: database.pid }));
  setInterval(() => {}, 1000);`;

describe("startEmbeddedPostgres()", () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = Deno.makeTempDirSync();
  });
  afterEach(() => Deno.removeSync(dataDir, { recursive: true }));

  it("keeps what was written from one start to the next", async () => {
    const first = await start();
    await run(first.adminUrl, "create table kept as select 'the same' as text");
    await first.stop();
    await using second = await start();
    expect(await run(second.adminUrl, "select text from kept")).toEqual([{ text: "the same" }]);
  });

  it("refuses a second Orin on the same data in one line, and leaves the first alone", async () => {
    await using first = await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toMatch(/^StartError: another Orin \(process \d+\) uses the data directory ".+$/);
    expect(await run(first.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("lets a tool share the server that is running, without stopping it", async () => {
    await using first = await start();
    const shared = await start({ share: true });
    await shared.stop();
    expect(shared.pid).toBe(first.pid);
    expect(await run(first.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("finds everything again after Orin alone was killed, and after all of it was", async () => {
    for (const alsoServer of [false, true]) {
      const { process, url, pid } = await startHolder();
      await run(url, `create table killed_${alsoServer} as select 1 as one`);
      process.kill("SIGKILL");
      if (alsoServer) Deno.kill(pid, "SIGKILL");
      await process.status;
      await using again = await start();
      expect(await run(again.adminUrl, `select one from killed_${alsoServer}`)).toEqual([{ one: 1 }]);
    }
  });

  it("starts its server again when that dies, with what was written, and says when it cannot", async () => {
    const [lines, reasons]: [string[], string[]] = [[], []];
    const log = (line: string) => void lines.push(line);
    const lost = ({ message }: StartError) => void reasons.push(message);
    await using first = await startEmbeddedPostgres({ dataDir, durable: true, log, lost });
    await run(first.adminUrl, "create table kept as select 'the same' as text");
    lines.length = 0;
    Deno.kill(first.pid, "SIGKILL");
    await eventually("the server to be there again", () => lines.length).toBe(2);
    expect(lines).toEqual([
      "Database: its server has ended, and is started again",
      "Database: its server is there again",
    ]);
    expect(await run(first.adminUrl, "select text from kept")).toEqual([{ text: "the same" }]);

    Deno.renameSync(join(dataDir, "postgres", "data", "global", "pg_control"), join(dataDir, "pg_control"));
    Deno.kill(first.pid, "SIGKILL");
    await eventually("the reason", () => reasons).toEqual([expect.stringContaining("the database did not start")]);
  });

  it("is not misled by a pid file whose number belongs to another process now", async () => {
    await (await start()).stop();
    const data = join(dataDir, "postgres", "data");
    Deno.writeTextFileSync(
      join(data, "postmaster.pid"),
      [Deno.pid, data, 1, 5432, "", "127.0.0.1", "1 1", "ready"].join("\n"),
    );
    await using again = await start();
    expect(await run(again.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("says in one line that the data directory cannot be written", async () => {
    Deno.writeTextFileSync(join(dataDir, "file"), "");
    const failure = await startEmbeddedPostgres({ dataDir: join(dataDir, "file"), log: () => {} }).catch((error) =>
      error
    );
    expect(failure).toBeInstanceOf(StartError);
    expect(failure.message).toMatch(/^cannot write to the data directory ".+": Not a directory; set ORIN_DATA_DIR .+$/);
  });

  function start(options: { share?: boolean } = {}): Promise<EmbeddedDatabase> {
    return startEmbeddedPostgres({ dataDir, durable: false, log: () => {}, ...options });
  }

  async function startHolder() {
    const args = ["run", "-A", "--ext=ts", "-", dataDir];
    const process = new Deno.Command(Deno.execPath(), {
      args,
      stdin: "piped",
      stdout: "piped",
      cwd: import.meta.dirname ?? "",
    }).spawn();
    const writer = process.stdin.getWriter();
    await writer.write(new TextEncoder().encode(HOLDER));
    await writer.close();
    const reader = process.stdout.getReader();
    const { value } = await reader.read();
    const { url, pid } = JSON.parse(new TextDecoder().decode(value));
    await reader.cancel();
    return { process, url, pid };
  }
});

async function run(url: string, statement: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return [...await sql.unsafe(statement)];
  } finally {
    await sql.end();
  }
}
