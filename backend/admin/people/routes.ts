import * as calls from "../../contract/calls/admin_people.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { PersonPage } from "../../contract/people.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { metadataOf, requestIdOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { historyOf } from "../../listening/reads.ts";
import { logAccess } from "../../audit/log_access.ts";
import { noteOnPerson } from "./note.ts";
import { aboutPerson, assertKnown, giftsOfPerson, payoutsOfPerson } from "./reads.ts";

/** Everything about one person on one page: what an admin or an auditor asks about them. */
export function peopleRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getPerson, async (c) => {
      const userId = personIn(c);
      const { at } = c.req.valid("query");
      const before = Math.min(at ? Date.parse(at) : deps.now(), deps.now()) + 1;
      const answer: PersonPage = await aboutPerson(deps, userId, before);
      const { userId: adminId } = c.var.session;
      const requestId = requestIdOf(c);
      await logAccess(deps.store, { adminId, personId: userId, lookedInto: "person page", requestId });
      return c.json(answer, 200);
    })
    .serve(calls.personPlays, async (c) => {
      const userId = personIn(c);
      await assertKnown(deps, userId);
      return c.json(await historyOf(deps, userId, c.req.valid("query").cursor), 200);
    })
    .serve(calls.personGifts, async (c) => {
      const userId = personIn(c);
      const answer = await giftsOfPerson(deps, userId, c.req.valid("query").cursor);
      const { userId: adminId } = c.var.session;
      await logAccess(deps.store, { adminId, personId: userId, lookedInto: "gifts", requestId: requestIdOf(c) });
      return c.json(answer, 200);
    })
    .serve(calls.personPayouts, async (c) => {
      return c.json(await payoutsOfPerson(deps, personIn(c), c.req.valid("query").cursor), 200);
    })
    .serve(calls.notePerson, async (c) => {
      needFreshPassword(deps.now(), c.var.session, "Please enter your password again to write a note");
      const { userId: adminId } = c.var.session;
      const { note } = c.req.valid("json");
      await noteOnPerson(deps, { userId: personIn(c), adminId, note, metadata: metadataOf(c, adminId) });
      return c.json({ message: "Note saved" } satisfies MessageAnswer, 200);
    });
}

function personIn(c: Context): string {
  return idInPath(c, "id", "User not found");
}
