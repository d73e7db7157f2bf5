import { join } from "node:path";
import { findClusterPlace } from "../../backend/start/postgres_place.ts";
import { freePort, startTestServer, type TestServer } from "../../backend/testing/server.ts";
import { mailedCode } from "../../backend/testing/mailed_code.ts";
import { openFolder } from "../parts/folder.ts";
import { ROOT, runScript } from "../parts/processes.ts";
import { reach } from "../parts/waiting.ts";

const SECRET = "a secret for rehearsals only, of 32 characters";
const PASSWORD = "Orin-rehearsal-2026!";
const OWNERS = ["ada@orin.example", "bola@orin.example"] as const;

/** What was seen; each of them has to be true. */
interface Rehearsal {
  /** Who could log in after the restore of everything: before the base, in the log behind it, and after the last save. */
  readonly cameBack: { readonly beforeBase: boolean; readonly inLog: boolean; readonly afterLastSave: boolean };
  /** The same after a restore to a moment between the first two. */
  readonly atMoment: { readonly beforeBase: boolean; readonly inLog: boolean };
  readonly payoutsPaused: boolean;
  /** Whether one owner alone could resume payouts, and whether two could. */
  readonly resumed: { readonly byOne: boolean; readonly byTwo: boolean };
  readonly verified: boolean;
  /** A changed byte, a missing part, and a folder that is not empty: what `restore` said. */
  readonly refused: { readonly changed: string; readonly full: string; readonly tooLate: string };
}

/**
 * Backs a database up while people sign up, loses it with a `kill -9`, restores it twice and tries what came back, all
 * with the commands that the guide names, on a service and a Postgres of its own in a folder that is deleted at the end.
 */
export async function rehearse(log: (line: string) => void): Promise<Rehearsal> {
  await using home = await openFolder("rehearsal");
  return await rehearseIn(home.path, log);
}

async function rehearseIn(home: string, log: (line: string) => void): Promise<Rehearsal> {
  const installation = new Installation(join(home, "orin"), join(home, "backups"));
  const metricsPort = freePort();
  const server = await installation.start({ METRICS_PORT: String(metricsPort) });
  await signUp(server, "before.base@orin.example");
  const backup = installation.follow();
  await reach("the base of the backup", async () => (await savedAgo(metricsPort, "base")) !== undefined);
  const between = new Date();
  await signUp(server, "in.log@orin.example");
  const signedUp = Date.now();
  const isLogSaved = async () => (await savedAgo(metricsPort, "wal") ?? Infinity) < (Date.now() - signedUp) / 1_000;
  await reach("the log behind the base to be saved", isLogSaved);
  backup.kill("SIGKILL");
  await backup.status;
  await signUp(server, "after.last.save@orin.example");
  log("Three people signed up: before the base, in the log behind it, and after the last save");

  await server.end("SIGTERM");
  // A start keeps the heads of the logs in the files store, as each minute and each payout does.
  const again = await installation.start();
  await again.end("SIGKILL");
  await installation.lose();
  log("The service was killed, and the database's folder is gone");
  const place = await installation.restore();
  log(place.output.trim());
  const refused = await refusals(installation, home);
  await using restored = await installation.start();
  const came = (email: string) => canLogIn(restored, email);
  const cameBack = {
    beforeBase: await came("before.base@orin.example"),
    inLog: await came("in.log@orin.example"),
    afterLastSave: await came("after.last.save@orin.example"),
  };
  const { payoutsPaused, resumed } = await resume(restored);
  const { code, output } = await installation.run("verify", ["--full"]);
  log(/^.* in [\d.]+ s.*$/m.exec(output)?.[0] ?? output);
  await restored.end("SIGTERM");

  const other = new Installation(join(home, "moment"), join(home, "backups"));
  await other.restoreBeside(installation, between);
  await using earlier = await other.start();
  log(`Restored to ${between.toISOString()}, too`);
  const atMoment = {
    beforeBase: await canLogIn(earlier, "before.base@orin.example"),
    inLog: await canLogIn(earlier, "in.log@orin.example"),
  };
  return { cameBack, atMoment, payoutsPaused, resumed, verified: code === 0, refused };
}

/** A service with a database of its own, and where its backups go. */
class Installation {
  constructor(readonly dataDir: string, readonly backups: string) {}

  get #env(): Record<string, string> {
    return {
      ...{ ORIN_DATA_DIR: this.dataDir, BACKUP_DIR: this.backups, ORIN_SECRET: SECRET, ORIN_DEMO: "off" },
      ...{ ADMIN_EMAIL: OWNERS[0], ADMIN_PASSWORD: PASSWORD, ADMIN2_EMAIL: OWNERS[1], ADMIN2_PASSWORD: PASSWORD },
    };
  }

  start(env: Record<string, string> = {}): Promise<TestServer> {
    return startTestServer({ dataDir: this.dataDir, env: { ...this.#env, ...env } });
  }

  /** Runs a command of the guide to its end. */
  run(name: string, args: readonly string[]): Promise<{ code: number; output: string }> {
    return runScript("backend/tools/orin/main.ts", { args: [name, ...args], env: this.#env });
  }

  follow(): Deno.ChildProcess {
    const args = ["run", "-A", "backend/tools/orin/main.ts", "backup", "--follow", "--every", "1"];
    return new Deno.Command(Deno.execPath(), {
      args,
      ...{ cwd: ROOT, env: this.#env, stdin: "null", stdout: "null", stderr: "inherit" },
    }).spawn();
  }

  async #place() {
    return await findClusterPlace(join(this.dataDir, "postgres"), { log: () => {} });
  }

  /** The guard of the embedded server stops it when its service is gone. */
  async lose(): Promise<void> {
    const { data } = await this.#place();
    await reach("the database to stop", () => Deno.stat(join(data, "postmaster.pid")).then(() => false, () => true));
    await Deno.remove(data, { recursive: true });
  }

  async restore(...args: readonly string[]): Promise<{ code: number; output: string; data: string }> {
    const { data, owner } = await this.#place();
    const all = ["--to", data, ...(owner ? ["--owner", `${owner.uid}:${owner.gid}`] : []), ...args];
    return { data, ...await this.run("restore", all) };
  }

  /** The superuser's password of a copy is that of the original. */
  async restoreBeside(original: Installation, at: Date): Promise<void> {
    await Deno.mkdir(join(this.dataDir, "postgres"), { recursive: true });
    const password = "postgres/password";
    await Deno.copyFile(join(original.dataDir, password), join(this.dataDir, password));
    const { code, output } = await this.restore("--at", at.toISOString());
    if (code !== 0) throw new Error(`The restore failed: ${output}`);
  }
}

/** What a restore refuses, with the words that the operator sees. */
async function refusals(installation: Installation, home: string): Promise<Rehearsal["refused"]> {
  const full = (await installation.restore()).output;
  const to = join(home, "refused");
  const try_ = async (...args: string[]) => (await installation.run("restore", ["--to", to, ...args])).output;
  const tooLate = await try_("--at", "2100-01-01T00:00:00Z");
  const part = await firstPart(installation.backups);
  const bytes = await Deno.readFile(part);
  const changed = bytes.slice();
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  await Deno.writeFile(part, changed);
  const words = await try_();
  await Deno.writeFile(part, bytes);
  return { full, tooLate, changed: words };
}

async function firstPart(folder: string): Promise<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith(".part")) return path;
    const found = entry.isDirectory ? await firstPart(path) : "";
    if (found !== "") return found;
  }
  return "";
}

/** As Prometheus reads it: how long ago the last save began, in seconds. */
async function savedAgo(port: number, kind: "base" | "wal"): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = new RegExp(`^orin_backup_age_seconds\\{kind="${kind}"\\} (.+)$`, "m").exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}

interface Call {
  readonly method?: "GET" | "POST";
  readonly body?: object;
  readonly token?: string | undefined;
}

async function call(server: TestServer, path: string, { method = "POST", body, token }: Call) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function signUp(server: TestServer, email: string): Promise<void> {
  const person = { firstName: "Efe", lastName: "Obi", phone: "08031234567", address: "Lagos", role: "listener" };
  await call(server, "/api/auth/signup", { body: { ...person, email, password: PASSWORD } });
  const otp = await mailedCode(server.url, email);
  const { status } = await call(server, "/api/auth/verify-otp", { body: { email, otp } });
  if (status !== 200) throw new Error(`${email} could not sign up: ${status}`);
}

async function canLogIn(server: TestServer, email: string): Promise<boolean> {
  return (await call(server, "/api/auth/login", { body: { email, password: PASSWORD } })).status === 200;
}

/** Reconciles and resumes as the guide says, after one owner has tried alone. */
async function resume(server: TestServer): Promise<Pick<Rehearsal, "payoutsPaused" | "resumed">> {
  const tokens: string[] = [];
  for (const email of OWNERS) {
    const login = { email, username: email, password: PASSWORD };
    const { body } = await call(server, "/api/v1/admin/login", { body: login });
    tokens.push(body.token);
  }
  const [first, second] = tokens;
  const path = "/api/v1/admin/payouts";
  const status = async () => (await call(server, `${path}/pause`, { method: "GET", token: first })).body.status;
  await reach("payouts to be paused", async () => await status() === "paused");
  await call(server, `${path}/reconcile`, { body: {}, token: first });
  const { body } = await call(server, `${path}/resume`, { body: { reason: "Rehearsed" }, token: first });
  const confirm = `${path}/resume/${body.pause.proposal.proposalId}/confirm`;
  const alone = await call(server, confirm, { body: { reason: "Me again" }, token: first });
  const both = await call(server, confirm, { body: { reason: "I looked, too" }, token: second });
  return {
    payoutsPaused: true,
    resumed: { byOne: alone.status === 200, byTwo: both.status === 200 && await status() === "running" },
  };
}
