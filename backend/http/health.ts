import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import type { Deps } from "../deps.ts";

/** Whether requests should be sent to this process. */
export interface Readiness {
  /** Whether migration and seeding are over. */
  isReady(): boolean;
  /** Whether it serves its last requests. */
  isStopping?(): boolean;
}

/** `/healthz`: the process answers. `/readyz`: migrated, seeded, projections caught up. `/metrics`: Prometheus text. */
export function health(deps: Deps, readiness: Readiness) {
  return new Hono()
    .get("/healthz", (c) => c.text("ok", 200))
    .get("/readyz", async (c) => {
      if (readiness.isStopping?.()) return c.text("stopping", 503);
      if (!readiness.isReady()) return c.text("starting", 503);
      const others = await deps.store.otherVersions();
      if (others.length > 0) return c.text(`outdated: another version has made ${others.join(", ")}`, 503);
      const behind = (await deps.store.lag()).filter(({ position, head }) => head - position > MOST_BEHIND);
      if (behind.length === 0) return c.text("ready", 200);
      return c.text(`catching up: ${behind.map(({ name, log }) => `${name} in ${log}`).join(", ")}`, 503);
    })
    .get("/metrics", async (c) => {
      const [lag, jobs] = await Promise.all([deps.store.lag(), deps.jobs.counts()]);
      const text = deps.store.metrics.render([
        ...lag.map((row) => [`projection_lag{name="${row.name}",log="${row.log}"}`, row.head - row.position] as const),
        ...jobs.map((row) => [`jobs{kind="${row.kind}",state="${row.state}"}`, row.count] as const),
      ]);
      return c.body(text, 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    });
}

/** A projection may be a moment behind; if it is further behind, people should not read it. */
const MOST_BEHIND = 1_000;

/** Tells clients and proxies to open their next connection, which will reach another process. */
export function closesWhileStopping(readiness: Readiness): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (readiness.isStopping?.()) c.header("connection", "close");
  };
}

/** Counts and times every answer by its method and status. */
export function measured(deps: Pick<Deps, "store">): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1000;
    deps.store.metrics.observe(`http_seconds{method="${c.req.method}",status="${c.res.status}"}`, seconds);
  };
}
