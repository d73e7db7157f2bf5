import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "../store/sql.ts";
import { startEmbeddedPostgres } from "../start/embedded_postgres.ts";
import { parseArguments } from "./tool.ts";
import { TEST_PERSON } from "../testing/people.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");

describe("commands beside a running service", () => {
  let dataDir: string;
  let server: TestServer;
  let userId: string;
  beforeAll(async () => {
    dataDir = await Deno.makeTempDir({ prefix: "orin-tools-" });
    Deno.chmodSync(dataDir, 0o711);
    server = await startTestServer({ dataDir });
    await fetch(`${server.url}/api/auth/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...TEST_PERSON, email: "person@orin.example", role: "listener" }),
    });
    userId = JSON.parse((await run("events", "social", "--type", "UserRegistered")).lines[0] ?? "{}").data.userId;
  });
  afterAll(async () => {
    await server.end("SIGTERM");
    await Deno.remove(dataDir, { recursive: true });
  });

  async function run(name: string, ...args: string[]): Promise<{ code: number; lines: string[]; errors: string }> {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", `backend/tools/${name}.ts`, ...args],
      ...{ cwd: ROOT, env: { ORIN_DATA_DIR: dataDir, ORIN_DEMO: "off" } },
    }).output();
    const [out, errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { code, lines: out?.trimEnd().split("\n") ?? [], errors };
  }

  it(
    "events shows a stream or a log with personal fields sealed, and opens them only with an event of its own",
    async () => {
      const { lines: [sealed = ""] } = await run("events", `user/${userId}`);
      expect(JSON.parse(sealed)).toMatchObject({ type: "UserRegistered", streamVersion: 1, data: { userId } });
      expect(sealed).not.toContain("person@orin.example");
      expect((await run("events", "social", "--type", "PersonalDataOpened")).lines).toEqual([""]);
      const { lines: [opened = ""] } = await run("events", `user/${userId}`, "--personal");
      const { email, firstName, passwordHash } = JSON.parse(opened).data;
      expect([email, firstName]).toEqual(["person@orin.example", TEST_PERSON.firstName]);
      expect(passwordHash).not.toContain("argon2");
      const { lines: [logged = ""] } = await run("events", "personal_data");
      expect(JSON.parse(logged)).toMatchObject({
        ...{ type: "PersonalDataOpened", metadata: { actor: "system:console" } },
        data: { lookedInto: `user/${userId}`, personIds: [userId] },
      });
    },
    60_000,
  );

  it("events begins where it is told, and follows", async () => {
    const all = (await run("events", "social")).lines.map((line) => JSON.parse(line).position);
    expect((await run("events", "social", "--from", "2")).lines.map((line) => JSON.parse(line).position)).toEqual(
      all.slice(1),
    );
    expect((await run("events")).errors).toContain("usage: deno task events");
    const args = ["run", "-A", "backend/tools/events.ts", "personal_data", "--from", "2", "--follow"];
    const options = { args, cwd: ROOT, env: { ORIN_DATA_DIR: dataDir, ORIN_DEMO: "off" }, stdout: "piped" as const };
    const follower = new Deno.Command(Deno.execPath(), options).spawn();
    await run("events", `user/${userId}`, "--personal");
    const followed = await follower.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
    expect(JSON.parse(followed.value ?? "")).toMatchObject({ streamVersion: 2, type: "PersonalDataOpened" });
    follower.kill("SIGKILL");
    await follower.status;
  });

  it("rebuild, projections, heads and verify work while it serves", async () => {
    const { code, lines, errors } = await run("rebuild", "users");
    expect([code, errors]).toEqual([0, expect.anything()]);
    expect(lines.at(-1)).toMatch(/^users v\d+: \d+ positions .* the same as the live one, swapped in \d+ ms$/);
    expect((await run("rebuild", "nothing")).errors).toContain('there is no projection "nothing": ledger_accounts,');
    const table = (await run("projections")).lines;
    expect(table.find((line) => line.includes('"users"'))).toContain("with every append");
    const heads = (await run("heads")).lines.join("\n");
    await Deno.writeTextFile(join(dataDir, "heads.json"), heads);
    const proof = await run("verify", "--full", "--heads", join(dataDir, "heads.json"));
    expect([proof.code, proof.lines]).toEqual([0, [expect.stringMatching(/^Nothing is wrong: \d+ events, /)]]);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain("orin_verify_ok ");
  });

  it("verify ends with 1 and names what was changed", async () => {
    await using database = await startEmbeddedPostgres({ dataDir, share: true, log: () => {} });
    const owner = connect(database.adminUrl, { max: 1 });
    await owner`set session_replication_role = replica`;
    await owner`update events set metadata = '{}' where log = 'social' and position = 1`;
    await owner.end();
    const { code, lines } = await run("verify", "--full");
    expect(code).toBe(1);
    expect(lines[0]).toBe("log social, position 1: the event is not the one that was sealed");
  });
});

it("parseArguments() tells words, options and their values apart", () => {
  const { words, options } = parseArguments(["a", "--from", "3", "--follow", "--type=T", "b"], ["from", "type"]);
  expect(words).toEqual(["a", "b"]);
  expect([...options]).toEqual([["from", "3"], ["follow", true], ["type", "T"]]);
});
