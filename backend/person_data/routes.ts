import * as calls from "../contract/calls/accounts.ts";
import { Routes } from "../http/routes.ts";
import { lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { takeTurn } from "../http/rate_limit.ts";
import { exportOf, type Section } from "./gather.ts";

const EXPORTS_AN_HOUR = 5;
/** Characters to gather before sending them. */
const PIECE = 32_768;

/** A person's own data, all of it, as a file. */
export function exportRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.exportMyData, async (c) => {
    const { userId } = c.var.session;
    await takeTurn(deps, { kind: "export", perHour: EXPORTS_AN_HOUR, of: userId });
    const [first, ...others] = await exportOf(deps, userId);
    const sections = [...first ? [first] : [], sessionsOf(deps, userId), ...others];
    const day = lagosDay(deps.now());
    c.header("content-type", "application/json; charset=utf-8");
    c.header("content-disposition", `attachment; filename="orin-my-data-${day}.json"`);
    c.header("cache-control", "no-store");
    return c.body(streamOf(jsonOf(sections)));
  });
}

function sessionsOf(deps: Deps, userId: string): Section {
  return ["sessions", async () =>
    (await deps.sessions.list(userId)).map((session) => ({
      device: session.userAgent,
      startedAt: new Date(session.createdAt).toISOString(),
      lastSeenAt: new Date(session.lastSeenAt).toISOString(),
      expiresAt: new Date(session.expiresAt).toISOString(),
    }))];
}

/** The file's text, piece by piece: a whole history may not fit into memory. */
async function* jsonOf(sections: readonly Section[]): AsyncGenerator<string> {
  yield "{";
  for (const [index, [name, read]] of sections.entries()) {
    yield `${index === 0 ? "" : ","}\n${JSON.stringify(name)}: `;
    const content = read();
    if (content instanceof Promise) yield JSON.stringify(await content);
    else {
      let before = "[";
      for await (const one of content) {
        yield `${before}\n  ${JSON.stringify(one)}`;
        before = ",";
      }
      yield before === "[" ? "[]" : "\n]";
    }
  }
  yield "\n}\n";
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let piece = "";
      while (piece.length < PIECE) {
        const { value, done } = await texts.next();
        if (done) break;
        piece += value;
      }
      if (piece === "") controller.close();
      else controller.enqueue(encoder.encode(piece));
    },
    cancel: async () => void await texts.return(undefined),
  });
}
