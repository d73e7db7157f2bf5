import * as calls from "../contract/calls/contact.ts";
import { Routes } from "../http/routes.ts";
import type { Context } from "hono";
import type { MessageAnswer } from "../contract/accounts.ts";
import type { Deps } from "../deps.ts";
import { takeTurn, takeVisitorsTurn } from "../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../http/request_id.ts";
import { filledMailboxOf } from "../accounts/signup/filled_mailbox.ts";
import { followLink, requestNewsletter } from "./newsletter.ts";
import { writeToSupport } from "./letters.ts";

const LETTERS_AN_HOUR = 20;
/** By any sender: under all spellings of an address together. */
const MAILS_OF_MAILBOX_A_DAY = 5;

/** Newsletter and support: what people without an account can write, too. */
export function contactRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.joinNewsletter, async (c) => {
      const request = c.req.valid("json");
      await takeVisitorsTurn(deps, c, { kind: "newsletter", perHour: LETTERS_AN_HOUR });
      await takeTurn(deps, {
        kind: "newsletter to",
        perDay: MAILS_OF_MAILBOX_A_DAY,
        of: filledMailboxOf(request.email),
      });
      await requestNewsletter(deps, request, { metadata: metadataOf(c) });
      return c.json(said("Almost there: please open the link in the email we sent you"), 202);
    })
    .serve(calls.confirmNewsletter, async (c) => {
      await followLink(deps, { purpose: "confirm", ...c.req.valid("query"), metadata: metadataOf(c) });
      return done(c, "confirmed", "You are signed up for the newsletter");
    })
    .serve(calls.openNewsletterLeave, async (c) => {
      await followLink(deps, { purpose: "leave", ...c.req.valid("query"), metadata: metadataOf(c) });
      return done(c, "left", "You will not get the newsletter any more");
    })
    // The one press of a mail program (RFC 8058).
    .serve(calls.leaveNewsletter, async (c) => {
      await followLink(deps, { purpose: "leave", ...c.req.valid("query"), metadata: metadataOf(c) });
      return c.json(said("You will not get the newsletter any more"), 200);
    })
    .serve(calls.writeToSupport, async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "support", perHour: LETTERS_AN_HOUR });
      await writeToSupport(deps, commandIdOf(c), c.req.valid("json"));
      return c.json(said("Thank you for your message. We will answer by email."), 202);
    });
}

/** People come from their mail and want a page; programs say that they want JSON. */
function done(c: Context, state: "confirmed" | "left", message: string): Response {
  if (c.req.header("accept")?.includes("application/json")) return c.json(said(message), 200);
  return c.redirect(`/?newsletter=${state}`, 303);
}

function said(message: string): MessageAnswer {
  return { message };
}
