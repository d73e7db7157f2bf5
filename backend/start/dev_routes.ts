import { Hono } from "hono";
import type { DevOutbox } from "../adapters/mail/types.ts";
import { mailPage } from "./mail_page.ts";

const MOST_MAILS = 200;

/** Pages for development only: the outbox for people (`/dev/mail`) and for programs (`/dev/mail.json`). */
export function devRoutes(outbox: DevOutbox): Hono {
  const app = new Hono();
  app.get("/dev/mail", (c) => c.html(mailPage(outbox.newest(MOST_MAILS)), 200, PAGE_POLICY));
  app.get("/dev/mail.json", (c) => {
    const mails = outbox.newest(MOST_MAILS).map(({ to, subject, text, code }) => ({ to, subject, text, code }));
    return c.json(mails, 200);
  });
  return app;
}

/** The page brings its own script and frames the mails it shows. */
const PAGE_POLICY = {
  "content-security-policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:",
};
