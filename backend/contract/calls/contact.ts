import { callsOf } from "./call.ts";
import { NewsletterLinkQuery, NewsletterRequest, SupportRequest } from "../requests/contact.ts";

const people = callsOf("People");

export const joinNewsletter = people("POST /api/v1/newsletter", {
  does: "Ask for the newsletter",
  who: "everyone",
  body: NewsletterRequest,
});

export const confirmNewsletter = people("GET /api/v1/newsletter/confirm", {
  does: "Confirm the newsletter by the mailed link",
  who: "everyone",
  query: NewsletterLinkQuery,
});

export const openNewsletterLeave = people("GET /api/v1/newsletter/leave", {
  does: "Leave the newsletter by the mailed link",
  who: "everyone",
  query: NewsletterLinkQuery,
});

export const leaveNewsletter = people("POST /api/v1/newsletter/leave", {
  does: "Leave the newsletter by the one press of a mail program (RFC 8058)",
  who: "everyone",
  query: NewsletterLinkQuery,
});

export const writeToSupport = people("POST /api/v1/support", {
  does: "Write to support",
  who: "everyone",
  body: SupportRequest,
});
