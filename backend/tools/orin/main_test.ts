import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "../../contract/version.ts";
import { connect } from "../../store/sql.ts";
import { startEmbeddedPostgres } from "../../start/embedded_postgres.ts";
import { StartError } from "../../start/start_error.ts";
import { TEST_PERSON } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { runCommandLine } from "./main.ts";

const ROOT = join(import.meta.dirname ?? "", "../../..");

/** Runs `orin` to its end. */
async function orin(args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "backend/tools/orin/main.ts", ...args],
    ...{ cwd: ROOT, env },
  }).output();
  const [out = "", errors = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, lines: out.trimEnd().split("\n"), errors };
}

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

  const run = (...args: string[]) => orin(args, { ORIN_DATA_DIR: dataDir, ORIN_DEMO: "off" });

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
  );

  it("events begins where it is told, and follows", async () => {
    const all = (await run("events", "social")).lines.map((line) => JSON.parse(line).position);
    expect((await run("events", "social", "--from", "2")).lines.map((line) => JSON.parse(line).position)).toEqual(
      all.slice(1),
    );
    const args = ["run", "-A", "backend/tools/orin/main.ts", "events", "personal_data", "--from", "2", "--follow"];
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

  it("rebuild goes back to no version that cannot read every event, and changes nothing", async () => {
    await using database = await startEmbeddedPostgres({ dataDir, share: true, log: () => {} });
    const owner = connect(database.adminUrl, { max: 1 });
    await owner`set session_replication_role = replica`;
    const later = (version: number) =>
      owner`update events set schema_version = ${version} where log = 'social' and position = 1`;
    const table = (await run("projections")).lines;
    await later(1_000);
    const { code, errors } = await run("rebuild", "users", "--older").finally(() => later(1));
    await owner.end();
    expect([code, errors]).toEqual([1, expect.stringContaining("there is no way back to this version")]);
    expect((await run("projections")).lines).toEqual(table);
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

describe("the command line of orin", () => {
  const COMMANDS = [
    ...["verify", "heads", "rebuild", "projections", "events", "shards", "archive", "backup", "restore", "rewrap"],
    ...["rules", "mails", "drill"],
  ];

  it("--version says which Orin it is", async () => {
    expect(await orin(["--version"])).toMatchObject({ code: 0, lines: [VERSION] });
  });

  it("--help lists every command with a sentence", async () => {
    const { code, lines } = await orin(["--help"]);
    const listed = lines.flatMap((line) => /^ {2}([a-z]+) .* {2}[A-Z]/.exec(line)?.[1] ?? []);
    expect([code, listed]).toEqual([0, COMMANDS]);
  });

  it("--help of a command lists its options with their units, without a database", async () => {
    const { code, lines } = await orin(["backup", "--help"], { DATABASE_URL: "postgres://nowhere.invalid/orin" });
    const help = lines.join(" ").replaceAll(/\s+/g, " ");
    expect(code).toBe(0);
    expect(help).toContain("--every <seconds> with --follow: how many seconds after a save the next one begins");
  });

  it.each<[args: string, says: string]>([
    ["verfy", "unknown command 'verfy' (Did you mean verify?). See: orin --help"],
    ["verify --ful", "unknown option '--ful' (Did you mean --full?). See: orin verify --help"],
    ["heads social", "too many arguments for 'heads'. Expected 0 arguments but got 1: social. See: orin heads --help"],
    ["rebuild", "missing required argument 'projections'. See: orin rebuild --help"],
    ["events", "missing required argument 'subject'. See: orin events --help"],
    ["verify --heads", "option '--heads <file>' argument missing. See: orin verify --help"],
    [
      "events social --from 0",
      "option '--from <number>' argument '0' is invalid. It takes a whole number from 1 on. See: orin events --help",
    ],
    [
      "archive --days 59",
      "option '--days <days>' argument '59' is invalid. It takes a number from 60 on. See: orin archive --help",
    ],
    [
      "restore --at noon",
      "option '--at <moment>' argument 'noon' is invalid. It takes a moment such as 2026-05-04T12:00:00Z. " +
      "See: orin restore --help",
    ],
    [
      "restore --owner postgres",
      "option '--owner <uid:gid>' argument 'postgres' is invalid. It takes two numbers such as 26:26. " +
      "See: orin restore --help",
    ],
  ])('"orin %s" is refused in one line', async (args, says) => {
    expect(await runCommandLine(args.split(" "))).toBe(`orin: ${says}`);
  });

  it("what is refused ends with 2 and that line, without a stack", async () => {
    const { code, lines, errors } = await orin([]);
    const says = "orin: a command is missing. See: orin --help";
    expect([code, lines, errors.trimEnd().split("\n").at(-1)]).toEqual([2, [""], says]);
    expect(errors).not.toContain("    at ");
  });

  it.each<[args: string, says: string]>([
    ["verify --heads /nowhere.json", "cannot read /nowhere.json: No such file or directory"],
    ["verify --heads deno.json", 'deno.json does not hold what "deno task orin heads" prints'],
  ])('"orin %s" that cannot do its work says why in one line', async (args, says) => {
    const failed = await runCommandLine(args.split(" ")).catch((error) => error);
    expect(failed).toBeInstanceOf(StartError);
    expect(failed.message.split("\n")).toEqual([expect.stringContaining(says)]);
  });

  it("what cannot do its work ends with 1, and says nothing but that line", async () => {
    const env = {
      DATABASE_URL: "postgres://orin:word@127.0.0.1:1/orin",
      ORIN_SECRET: "a secret for tests only, of 32 characters",
    };
    const { code, errors } = await orin(["heads"], env);
    expect([code, errors]).toEqual([1, expect.stringMatching(/^orin: [^\n]*\n$/)]);
    expect(errors).toContain("DATABASE_URL is not usable (127.0.0.1:1/orin): connect ECONNREFUSED");
  });
});
