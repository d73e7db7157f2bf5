import { Hono } from "hono";
import type { DevOutbox } from "../adapters/mail/types.ts";
import type { DevPush } from "../adapters/push/types.ts";
import type { DevTexts } from "../adapters/texts/types.ts";
import { mailPage, textsPage } from "./mail_page.ts";

const MOST = 200;

/** Pages for development only: the outboxes for people (`/dev/mail`, `/dev/texts`) and for programs (`….json`). */
export function devRoutes(
  { mail: outbox, texts, push }: {
    mail?: DevOutbox | undefined;
    texts?: DevTexts | undefined;
    push?: DevPush | undefined;
  },
): Hono {
  const app = new Hono();
  if (texts) textsRoutes(app, texts);
  if (push) pushRoutes(app, push);
  if (!outbox) return app;
  app.get("/dev/mail", (c) => c.html(mailPage(outbox.newest(MOST)), 200, PAGE_POLICY));
  app.get("/dev/mail.json", (c) => {
    const mails = outbox.newest(MOST).map(({ to, subject, text, code }) => ({ to, subject, text, code }));
    return c.json(mails, 200);
  });
  return app;
}

function textsRoutes(app: Hono, texts: DevTexts): void {
  app.get("/dev/texts", (c) => c.html(textsPage(texts.newest(MOST)), 200, PAGE_POLICY));
  app.get("/dev/texts.json", (c) => {
    return c.json(texts.newest(MOST).map(({ to, text, code }) => ({ to, text, code })), 200);
  });
}

/**
 * The stand-in for a push service that cannot be reached: `POST /dev/push` makes a subscription for the app's own call,
 * `POST /dev/push/<id>` is its endpoint, and `GET /dev/push` shows what the devices got.
 */
function pushRoutes(app: Hono, receiver: DevPush): void {
  app.get("/dev/push", (c) => c.json(receiver.shown(), 200));
  app.post("/dev/push", (c) => c.json(receiver.subscribe(), 201));
  app.on(["GET", "POST", "DELETE"], "/dev/push/:id", (c) => receiver.answer(c.req.raw));
}

/** The page brings its own script and frames the mails it shows. */
const PAGE_POLICY = {
  "content-security-policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:",
};
