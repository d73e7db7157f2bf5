import * as calls from "../contract/calls/operations.ts";
import { Routes } from "../http/routes.ts";
import { join } from "node:path";
import type { Deps } from "../deps.ts";
import { pageOf } from "./page.ts";

/** Written by `deno task make openapi`; a test holds it to the code. */
const DESCRIPTION = join(import.meta.dirname ?? "", "openapi.json");
const CACHED = { "cache-control": "public, max-age=3600" };
/** RFC 9116 asks for less than a year. */
const SECURITY_MS = 180 * 24 * 3_600_000;

/** The API for others: its description, a page to read it, and whom to tell about a weakness. */
export function developerRoutes(deps: Deps) {
  const { publicUrl, supportEmail } = deps.config;
  const description = JSON.parse(Deno.readTextFileSync(DESCRIPTION));
  // The key is this installation's own.
  const info = { ...description.info, "x-push-public-key": deps.push.publicKey };
  const json = JSON.stringify({ ...description, info });
  let page: string | undefined;
  return new Routes(deps)
    .serve(calls.apiDescription, (c) => c.body(json, 200, { "content-type": "application/json", ...CACHED }))
    .serve(calls.securityContact, (c) => {
      const expires = new Date(deps.now() + SECURITY_MS).toISOString();
      return c.text(`Contact: mailto:${supportEmail}\nExpires: ${expires}\nPreferred-Languages: en\n`, 200);
    })
    .get("/developers", (c) => c.html(page ??= pageOf(description, publicUrl), 200, CACHED));
}
