import * as calls from "../contract/calls/operations.ts";
import { mountedRoutes } from "../http/route_facts.ts";
import { Routes } from "../http/routes.ts";
import type { Deps } from "../deps.ts";
import { readAnswers } from "./answers.ts";
import { describe } from "./describe.ts";
import { pageOf } from "./page.ts";

const CACHED = { "cache-control": "public, max-age=3600" };
/** RFC 9116 asks for less than a year. */
const SECURITY_MS = 180 * 24 * 3_600_000;

type Table = Parameters<typeof mountedRoutes>[0];

/** The API for others: its description, a page to read it, and whom to tell about a weakness. `table`: the app's routes. */
export function developerRoutes(deps: Deps, table: () => Table) {
  const { publicUrl, supportEmail } = deps.config;
  let made: { readonly json: string; readonly page: string } | undefined;
  // For the first reader: a start does without.
  const texts = () => made ??= textsOf(deps, table(), publicUrl);
  return new Routes(deps)
    .serve(calls.apiDescription, (c) => c.body(texts().json, 200, { "content-type": "application/json", ...CACHED }))
    .serve(calls.securityContact, (c) => {
      const expires = new Date(deps.now() + SECURITY_MS).toISOString();
      return c.text(`Contact: mailto:${supportEmail}\nExpires: ${expires}\nPreferred-Languages: en\n`, 200);
    })
    .get("/developers", (c) => c.html(texts().page, 200, CACHED));
}

function textsOf({ push }: Pick<Deps, "push">, table: Table, publicUrl: string) {
  const described = describe(mountedRoutes(table), readAnswers() ?? {});
  // The key is this installation's own.
  const json = JSON.stringify({ ...described, info: { ...described.info, "x-push-public-key": push.publicKey } });
  return { json, page: pageOf(JSON.parse(json), publicUrl) };
}
