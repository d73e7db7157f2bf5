import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { mayCall } from "../../backend/contract/calls/roles.ts";
import { ROLES_OF_CALL } from "../../backend/contract/calls/roles_of_call.ts";
import { pick, type Random, seededRandom } from "../../backend/testing/random.ts";
import { type MountedRoute, mountedRoutes } from "../../backend/http/route_facts.ts";
import { isOpenToVisitors, NOBODY, OPEN_ADMIN_ROUTES } from "../../backend/testing/access.ts";
import { Problem } from "../../backend/testing/answers.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { addCast, type Caller, type Cast } from "./callers.ts";
import { type Hostile, hostileId, hostileQuery, hostileRequest } from "./hostile.ts";
import { sendRaw } from "./raw.ts";

interface AttackReport {
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly slowestMs: number;
  readonly slowest: string;
  /** In use after the first round and after the last, in MiB. */
  readonly memoryMiB: readonly [warm: number, end: number];
  readonly findings: readonly string[];
}

interface AttackOptions {
  readonly seed: number;
  /** Of every route for every caller; the first warms up. */
  readonly rounds: number;
  readonly log: (line: string) => void;
}

/** What takes longer hangs; a machine that is busy with other things takes a few seconds. */
const MOST_MS = 30_000;
/** Caches fill; what a round leaks is there in every round. */
const MOST_GROWTH_MIB = 48;
const AT_ONCE = 8;
/** A service that the test has not. They come with the time to try again. */
const AWAY = ["provider_unavailable", "texts_unavailable", "identity_unavailable", "overloaded", "media_unavailable"];
/** Words of the inside. */
const INSIDE =
  /\bat \S+ \(?(file|ext|node):|\.ts:\d+|\b(select|insert|update) .+ (from|into|set) |pg_|postgres|ECONN|ENOENT/i;
/** What would end the caller's own session or account. */
const SPARED = ["POST /api/auth/logout", "POST /api/v1/me/close"];

/** Makes a world, attacks it over HTTP, and answers what was wrong. */
export async function attack({ seed, rounds, log }: AttackOptions): Promise<AttackReport> {
  await using world = await openWorld();
  const cast = await addCast(world);
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, world.app.fetch);
  const routes = mountedRoutes(world.app.routes);
  const run = new Run({ world, cast, url: `http://127.0.0.1:${server.addr.port}`, random: seededRandom(seed) });
  let warm = 0;
  try {
    for (let round = 1; round <= rounds; round++) {
      await run.round(routes, await cast.renew());
      run.findings.push(...await sendRaw({ hostname: "127.0.0.1", port: server.addr.port }));
      run.findings.push(...await lost(cast, run));
      if (round === 1) warm = memoryMiB();
      log(`round ${round}: ${run.requests} requests, ${memoryMiB()} MiB, ${run.findings.length} findings`);
    }
    const end = memoryMiB();
    if (end - warm > MOST_GROWTH_MIB) run.findings.push(`Memory grew from ${warm} to ${end} MiB`);
    return { ...run.report(), memoryMiB: [warm, end] };
  } finally {
    await server.shutdown();
  }
}

/** What is in use once the collector has been here: resident memory follows its moods. */
function memoryMiB(): number {
  collect();
  const { heapUsed, external } = Deno.memoryUsage();
  return Math.round((heapUsed + external) / 2 ** 20);
}

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What the creator had and another account took. */
async function lost({ objects, callers }: Cast, run: Run): Promise<string[]> {
  const token = callers.find(({ name }) => name === "creator")?.token ?? "";
  const missing: string[] = [];
  for (const [path, id] of objects) {
    if (/sessions|comments|tracks/.test(path)) continue;
    const status = await run.look(path.replace(":id", id), token);
    if (status !== 200) missing.push(`${path} of the creator is gone: ${status}`);
  }
  return missing;
}

interface Attempt extends Hostile {
  readonly route: MountedRoute;
  readonly caller: Caller;
  readonly url: string;
  /** Whether it names what another person has. */
  readonly isForeign: boolean;
}

class Run {
  readonly findings: string[] = [];
  requests = 0;
  readonly #statuses = new Map<number, number>();
  #slowest = { ms: 0, what: "" };

  constructor(
    private readonly on: { world: World; cast: Cast; url: string; random: Random },
  ) {}

  /** Each route once for each caller, some at the same time. */
  async round(routes: readonly MountedRoute[], callers: readonly Caller[]): Promise<void> {
    const calls = routes.filter(({ name }) => !SPARED.includes(name))
      .flatMap((route) => callers.map((caller) => this.#requestFor(route, caller)));
    let next = 0;
    const work = async () => {
      for (let call = calls[next++]; call; call = calls[next++]) await this.#send(call);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async look(path: string, token: string): Promise<number> {
    const answer = await fetch(`${this.on.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.body?.cancel();
    return answer.status;
  }

  report() {
    const { requests, findings } = this;
    const { ms: slowestMs, what: slowest } = this.#slowest;
    return { requests, findings: [...new Set(findings)], statuses: this.#statuses, slowestMs, slowest };
  }

  #requestFor(route: MountedRoute, caller: Caller): Attempt {
    const { random, cast } = this.on;
    const known = cast.objects.get(route.path);
    // The creator keeps what is the creator's, and what the owner's session needs.
    const isOwn = caller.name === "creator" || caller.role !== undefined;
    const ids = [NOBODY, hostileId(random), cast.victimId, ...(known && !isOwn ? [known, known, known] : [])];
    const id = pick(random, ids);
    const path = route.path.replace(/\*$/, () => hostileId(random)).replaceAll(/:\w+/g, id);
    const query = random() < 0.5 ? `?${hostileQuery(route, random)}` : "";
    return {
      route,
      caller,
      url: `${this.on.url}${path}${query}`,
      isForeign: id === known,
      ...hostileRequest(route, random),
    };
  }

  async #send({ route, caller, url, isForeign, headers, body }: Attempt): Promise<void> {
    const what = `${route.name} as ${caller.name}, ${url.slice(this.on.url.length, 160)} ${describe(headers, body)}`;
    const started = performance.now();
    const answer = await fetch(url, {
      method: route.method,
      headers: { ...headers, ...(caller.token && { authorization: `Bearer ${caller.token}` }) },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: AbortSignal.timeout(4 * MOST_MS),
    }).catch((error: Error) => error);
    const text = answer instanceof Error ? "" : await answer.text().catch(() => "");
    const ms = performance.now() - started;
    this.requests++;
    if (ms > this.#slowest.ms) this.#slowest = { ms, what: route.name };
    if (answer instanceof Error) return void this.findings.push(`${what}: no answer, ${answer.message}`);
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    if (ms > MOST_MS) this.findings.push(`${what}: took ${Math.round(ms)} ms`);
    for (const wrong of [...wrongIn(answer, text), ...wrongFor(route, caller, { answer, text, isForeign })]) {
      this.findings.push(`${what}: ${wrong}`);
    }
  }
}

function describe(headers: Record<string, string>, body: BodyInit | undefined): string {
  return `${JSON.stringify(headers).slice(0, 120)} ${
    typeof body === "string" ? JSON.stringify(body.slice(0, 120)) : ""
  }`;
}

function wrongIn({ status, headers, url }: Response, text: string): string[] {
  // On a busy machine the database may not answer for a second: `/readyz` says so in one word.
  const isNotReady = status === 503 && new URL(url).pathname === "/readyz" && text === "database";
  if (status < 400 || isNotReady) return [];
  const problem = problemIn(text);
  if (problem === undefined) return [`${status} without the shape of a refusal: ${text.slice(0, 80)}`];
  const isAway = status === 503 && AWAY.includes(problem.code) && headers.has("retry-after");
  return [
    ...(status >= 500 && !isAway ? [`${status} ${problem.code}`] : []),
    ...(INSIDE.test(text) ? [`tells of the inside: ${text.slice(0, 200)}`] : []),
  ];
}

function problemIn(text: string): { code: string } | undefined {
  try {
    return Problem.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What only the roles decide: refused before anything else is looked at. */
function wrongFor(
  route: MountedRoute,
  caller: Caller,
  { answer: { status }, text, isForeign }: { answer: Response; text: string; isForeign: boolean },
): string[] {
  const code = problemIn(text)?.code;
  // Artists, too, change their tracks with their lyrics, and send recordings in pieces.
  const isAlsoArtists = /^\/api\/v1\/(tracks\/:|uploads)/.test(route.path);
  const isAdmins = route.name in ROLES_OF_CALL && !isAlsoArtists;
  if (OPEN_ADMIN_ROUTES.includes(route.name)) return [];
  if (caller.token === undefined) {
    return isOpenToVisitors(route) || isRefused(status) ? [] : [`${status} for a visitor`];
  }
  if (isAdmins && caller.role === undefined) return status === 403 ? [] : [`${status} for who is no admin`];
  if (isAdmins && caller.role !== undefined) {
    const isOpen = code !== "role_forbidden";
    return isOpen === mayCall(caller.role, route.name) ? [] : [`${status} ${code} for this role`];
  }
  return isForeign && route.method !== "GET" && status < 400 && !/like/.test(route.name)
    ? [`${status} on what is somebody else's`]
    : [];
}

/** Nothing of a request is looked at before its caller. */
function isRefused(status: number): boolean {
  return status === 401 || status === 403;
}
