import * as calls from "../contract/calls/operations.ts";
import { Routes } from "./routes.ts";
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { VERSION } from "../contract/version.ts";
import type { Deps } from "../deps.ts";

/** Whether requests should be sent to this process. */
export interface Readiness {
  /** Whether migration and seeding are over. */
  isReady(): boolean;
  /** Whether it serves its last requests. */
  isStopping?(): boolean;
  /** Whether it takes the place of processes of an older version: requests come here and wait until the tables are its own. */
  isTakingOver?(): boolean;
  /** Resolves when requests may be answered. */
  readonly admitted?: Promise<void>;
  /** Whether other processes follow the logs: their lag is no reason to send requests elsewhere. */
  readonly isFollowedElsewhere?: boolean;
}

/** Why requests should be sent elsewhere, or that they should not; `about` names what it is about. */
interface ReadyState {
  readonly reason: "ready" | "starting" | "stopping" | "database" | "outdated" | "catching up";
  readonly about?: string;
}

/** What `/readyz` answers and the metric `orin_ready` says, in less than a second. */
export async function readyState(deps: Pick<Deps, "store" | "log">, readiness: Readiness): Promise<ReadyState> {
  if (readiness.isStopping?.()) return { reason: "stopping" };
  if (!readiness.isReady()) return { reason: "starting" };
  if (readiness.isTakingOver?.()) return { reason: "ready" };
  const asked = [deps.store.otherVersions(), deps.store.isTakenOver(), deps.store.lag()] as const;
  const said = await soon(deps, Promise.all(asked));
  if (!said) return { reason: "database" };
  const [others, isTakenOver, lag] = said;
  if (isTakenOver) return { reason: "outdated", about: "a newer version takes over" };
  if (others.length > 0) return { reason: "outdated", about: `another version has made ${others.join(", ")}` };
  if (readiness.isFollowedElsewhere) return { reason: "ready" };
  const behind = lag.filter(({ position, head }) => head - position > MOST_BEHIND);
  if (behind.length === 0) return { reason: "ready" };
  return { reason: "catching up", about: behind.map(({ name, log }) => `${name} in ${log}`).join(", ") };
}

/** `/healthz`: the process answers. `/readyz`: the database answers, migrated, seeded, projections caught up; its header tells the version. */
export function health(deps: Deps, readiness: Readiness) {
  return new Routes(deps)
    .serve(calls.isAlive, (c) => c.text("ok", 200))
    .serve(calls.isReady, async (c) => {
      const { reason, about } = await readyState(deps, readiness);
      // Everyone can ask. In production the operator finds the names at METRICS_PORT.
      const told = about === undefined || deps.config.env === "production" ? reason : `${reason}: ${about}`;
      return c.text(told, reason === "ready" ? 200 : 503, { "x-orin-version": VERSION });
    });
}

/** `/metrics`: Prometheus text. */
export function metrics(deps: Deps) {
  return new Routes(deps).get("/metrics", async (c) => {
    return c.body(await deps.store.metrics.render(), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
    });
  });
}

/** Probes and alarms ask when nothing works: they get an answer without the database. */
async function soon<Answer>({ log }: Pick<Deps, "log">, asked: Promise<Answer>): Promise<Answer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), SOON_MS));
  const answer = asked.catch((error): undefined => {
    log("the database cannot be asked for a probe", error);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A probe waits a second, and a scrape a little less. */
const SOON_MS = 700;
/** A projection may be a moment behind; if it is further behind, people should not read it. */
const MOST_BEHIND = 1_000;

/** Lets requests wait until they may be answered. */
export function waitsForAdmission({ admitted }: Readiness): MiddlewareHandler {
  return async (_, next) => {
    await admitted;
    await next();
  };
}

/** Tells clients and proxies to open their next connection, which will reach another process. */
export function closesWhileStopping(readiness: Readiness): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (readiness.isStopping?.()) c.header("connection", "close");
  };
}

/**
 * Times every answer by its method, the pattern of its route, and the class of its status. What a caller can make up (a
 * path, a method) is no label: each would be a series for as long as the process lives.
 */
export function measured(deps: Pick<Deps, "store">): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1000;
    const method = METHODS.includes(c.req.method) ? c.req.method : "OTHER";
    const status = `${Math.floor(c.res.status / 100)}xx`;
    // After the answer this is the route that gave it.
    deps.store.metrics.observe("http_seconds", { method, route: routePath(c), status }, seconds);
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
