import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { BIRTH_YEARS, type BirthYears, type BirthYearsAnswer } from "../../contract/birth_years.ts";
import type { Deps } from "../../deps.ts";
import { metadataOf } from "../../http/request_id.ts";
import { requireUser } from "../../http/session.ts";
import { jsonBody } from "../../http/validate.ts";
import { ownBirthYears, tellBirthYears } from "./tell.ts";

const Told = z.object({ years: z.enum(BIRTH_YEARS, "Please choose one of the offered years") });

/** The years of birth, which nobody has to tell. */
export function birthYearsRoutes(deps: Deps) {
  const answer = async (userId: string): Promise<BirthYearsAnswer> => (
    { years: await ownBirthYears(deps, userId) ?? null }
  );
  const change = async (c: Context, userId: string, years: BirthYears | undefined) => {
    await tellBirthYears(deps, userId, { years, metadata: metadataOf(c, userId) });
    return await answer(userId);
  };
  return new Hono()
    .get("/api/v1/birth-years", requireUser(deps), async (c) => c.json(await answer(c.var.session.userId), 200))
    .put("/api/v1/birth-years", requireUser(deps), jsonBody(Told), async (c) => {
      return c.json(await change(c, c.var.session.userId, c.req.valid("json").years), 200);
    })
    .delete("/api/v1/birth-years", requireUser(deps), async (c) => {
      return c.json(await change(c, c.var.session.userId, undefined), 200);
    });
}
