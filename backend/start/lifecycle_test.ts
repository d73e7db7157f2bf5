import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startRefused, startTestServer, startWaiting, type TestServer } from "../testing/server.ts";
import { eventually } from "../testing/wait.ts";

describe("The service", () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = Deno.makeTempDirSync({ prefix: "orin_life_" });
  });
  afterEach(() => Deno.removeSync(dataDir, { recursive: true }));

  it("says what it made, ends cleanly on SIGTERM and leaves no process behind", async () => {
    const server = await startTestServer({ dataDir });
    const made = server.output().split("\n").filter((line) => /migrat|projection/i.test(line));
    expect(made).toEqual([expect.stringMatching(/^orin: Database: made \d+ migrations; \d+ projections$/)]);
    await expectCleanEnd(server, "SIGTERM");
  });

  it("ends when the runner that started it is killed", async () => {
    const { runner, url } = await startUnderRunner(dataDir);
    runner.kill("SIGKILL");
    await runner.status;
    await eventually("the processes of the service to end", () => processesOf(dataDir)).toEqual([]);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it("takes its database along when it is killed, finds it again, and ends cleanly on SIGINT", async () => {
    const server = await startTestServer({ dataDir });
    await server.end("SIGKILL");
    await eventually("the processes of the database to end", () => processesOf(dataDir)).toEqual([]);
    await using again = await startTestServer({ dataDir });
    expect(again.output()).not.toContain("creating a new Postgres cluster");
    await expectCleanEnd(again, "SIGINT");
  });

  async function expectCleanEnd(server: TestServer, signal: "SIGTERM" | "SIGINT"): Promise<void> {
    expect(processesOf(dataDir).length).toBeGreaterThan(0);
    expect(await server.end(signal)).toBe(0);
    expect(server.output()).toMatch(new RegExp(`Stopping: ${signal}[^]*Stopped\\n$`));
    expect(processesOf(dataDir)).toEqual([]);
  }

  it("says in one line that its port is in use", async () => {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const PORT = String(taken.addr.port);
    const { code, output } = await startRefused({ dataDir, env: { PORT } });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(
        new RegExp(
          `^orin: port ${PORT} is in use by ".+" \\(process ${Deno.pid}\\): stop it, or start with PORT=\\d+\\n$`,
        ),
      ),
    });
  });

  it("says in one line that DATABASE_URL is not usable", async () => {
    const { code, output } = await startRefused({ dataDir, env: { DATABASE_URL: "nonsense" } });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^orin: DATABASE_URL is not usable.+\n$/),
    });
  });

  it("waits in one line for a database that is not there yet", async () => {
    const DATABASE_URL = "postgres://orin:secret@127.0.0.1:1/orin";
    await using waiting = startWaiting({ dataDir, env: { DATABASE_URL } });
    await eventually("the line", () => waiting.output()).toMatch(
      /^orin: The start waits for the database, up to 120 s: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
    );
    expect(waiting.output()).not.toContain("secret");
    for (const path of ["/", "/songs", "/readyz", "/api/v1/tracks"]) {
      const answer = await fetch(`${waiting.url}${path}`);
      expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual(
        [503, "2", "Orin is being set up: 50 %\n"],
      );
    }
  });

  it("says in one line that its data directory is not writable", async () => {
    Deno.writeTextFileSync(join(dataDir, "file"), "");
    const { code, output } = await startRefused({ dataDir: join(dataDir, "file") });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^orin: .*data directory.+\n$/) });
  });
});

/** The service below a process in the role of npm and `deno task`. */
async function startUnderRunner(dataDir: string) {
  const script = `
    import { startTestServer } from "${new URL("../testing/server.ts", import.meta.url)}";
    const server = await startTestServer({ dataDir: "${dataDir}" });
    console.log(server.url);
    setInterval(() => {}, 1000);`;
  const runner = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--ext=ts", "-"],
    ...{ cwd: import.meta.dirname ?? "", stdin: "piped", stdout: "piped", stderr: "null" },
  }).spawn();
  const input = runner.stdin.getWriter();
  await input.write(new TextEncoder().encode(script));
  await input.close();
  const reader = runner.stdout.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return { runner, url: new TextDecoder().decode(value).trim() };
}

/** Processes that name the data directory in their arguments or their environment; zombies have neither. */
function processesOf(dataDir: string): number[] {
  return [...Deno.readDirSync("/proc")].map((entry) => Number(entry.name)).filter((pid) => pid > 0 && pid !== Deno.pid)
    .filter((pid) => ["cmdline", "environ"].some((file) => readIfThere(`/proc/${pid}/${file}`).includes(dataDir)));
}

function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
