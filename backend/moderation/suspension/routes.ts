import * as calls from "../../contract/calls/moderation.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { logAccess } from "../../audit/log_access.ts";
import { catchUpProposals } from "../../approvals/decide.ts";
import type { SuspensionAppealQueue, SuspensionAppealShown, SuspensionLink } from "../../contract/moderation.ts";
import type { Deps } from "../../deps.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { takeVisitorsTurn } from "../../http/rate_limit.ts";
import { commandIdOf, metadataOf, requestIdOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { ModerationLinks } from "../link_token.ts";
import { answerInWords } from "./answer_kind.ts";
import { openSuspensionAppeal, suspensionAppeals, suspensionLink } from "./reads.ts";
import { suspensionIn } from "./token.ts";
import { writeAppeal } from "./write_appeal.ts";

const LETTERS_AN_HOUR = 20;
const NO_APPEAL = "There is no such appeal";
const SHOWN = [
  "suspension_appeals",
  "proposals",
  "user_directory",
  "creators",
  "tracks",
  "albums",
  "search",
  "renditions",
];

/** Who is shut out sees why, and appeals with the link of our mail; another admin answers. */
export function suspensionRoutes(deps: Deps) {
  const links = new ModerationLinks(deps.keys);
  const aboutOf = (c: Context) => suspensionIn(links.read("suspension", c.req.param("token") ?? "", deps.now()));
  return new Routes(deps)
    .serve(calls.openSuspension, async (c) => {
      return c.json(await suspensionLink(deps, aboutOf(c)) satisfies SuspensionLink, 200);
    })
    .serve(calls.appealSuspension, async (c) => {
      const about = aboutOf(c);
      await takeVisitorsTurn(deps, c, { kind: "moderation letter", perHour: LETTERS_AN_HOUR });
      const origin = { metadata: metadataOf(c), commandId: commandIdOf(c) };
      await writeAppeal(deps, { ...about, text: c.req.valid("json").text }, origin);
      return c.json(await suspensionLink(deps, about) satisfies SuspensionLink, 201);
    })
    .include(answerRoutes(deps));
}

function answerRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to decide");
  return new Routes(deps)
    .serve(calls.listSuspensionAppeals, async (c) => {
      return c.json(await suspensionAppeals(deps, c.var.session.userId) satisfies SuspensionAppealQueue, 200);
    })
    .serve(calls.getSuspensionAppeal, async (c) => await shown(deps, c))
    .serve(calls.answerSuspensionAppeal, fresh, async (c) => {
      const { userId: adminId } = c.var.session;
      const { words, verdict } = c.req.valid("json");
      const answer = { appealId: idInPath(c, "id", NO_APPEAL), verdict, words, adminId };
      await answerInWords(deps, { ...answer, metadata: metadataOf(c, adminId) });
      await deps.store.catchUp(SHOWN);
      return await shown(deps, c);
    });
}

/** What people wrote is personal: the log says who looked at it. */
async function shown(deps: Deps, c: Context<WithSession>) {
  const { userId: adminId } = c.var.session;
  await catchUpProposals(deps, { also: ["suspension_appeals"] });
  const found: SuspensionAppealShown = await openSuspensionAppeal(deps, {
    appealId: idInPath(c, "id", NO_APPEAL),
    adminId,
  });
  const looked = { adminId, personId: found.userId, lookedInto: "appeal of a suspension", requestId: requestIdOf(c) };
  await logAccess(deps.store, looked);
  return c.json(found, 200);
}
