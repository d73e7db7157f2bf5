import * as calls from "../../contract/calls/accounts.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { BirthYears, BirthYearsAnswer } from "../../contract/birth_years.ts";
import type { Deps } from "../../deps.ts";
import { metadataOf } from "../../http/request_id.ts";
import { ownBirthYears, tellBirthYears } from "./tell.ts";

/** The years of birth, which are optional. */
export function birthYearsRoutes(deps: Deps) {
  const answer = async (userId: string): Promise<BirthYearsAnswer> => (
    { years: await ownBirthYears(deps, userId) ?? null }
  );
  const change = async (c: Context, userId: string, years: BirthYears | undefined) => {
    await tellBirthYears(deps, userId, { years, metadata: metadataOf(c, userId) });
    return await answer(userId);
  };
  return new Routes(deps)
    .serve(calls.getBirthYears, async (c) => c.json(await answer(c.var.session.userId), 200))
    .serve(calls.changeBirthYears, async (c) => {
      return c.json(await change(c, c.var.session.userId, c.req.valid("json").years), 200);
    })
    .serve(calls.deleteBirthYears, async (c) => {
      return c.json(await change(c, c.var.session.userId, undefined), 200);
    });
}
