import { Hono } from "hono";
import * as z from "zod/mini";
import type { MessageAnswer } from "../contract/accounts.ts";
import type { MailStopAnswer, NoticeCount } from "../contract/notifications.ts";
import { NoticesRead, NotificationChange, PushSubscribe } from "../contract/requests/notifications.ts";
import type { Deps } from "../deps.ts";
import { cursorIn, CursorText } from "../http/cursor.ts";
import { takeTurn, takeVisitorsTurn } from "../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../http/request_id.ts";
import { requireUser } from "../http/session.ts";
import { jsonBody, queryParams } from "../http/validate.ts";
import { chooseNotifications } from "./choose.ts";
import { subscribeDevice, unsubscribeDevice } from "./devices.ts";
import { stopMails, undoMailStop } from "./mail_stop.ts";
import { markRead } from "./mark.ts";
import { countUnread, listNotices, settingsOf } from "./reads.ts";

const PAGE = 30;
const Page = z.object({
  cursor: z.optional(CursorText),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), PAGE),
});
const Unsubscribe = z.object({ endpoint: PushSubscribe.shape.endpoint });
const StopQuery = z.object({ token: z.string().check(z.maxLength(300)) });
const SUBSCRIPTIONS_AN_HOUR = 60;
/** Mail programs of thousands press from one address; a wrong link costs a hash. */
const STOPS_AN_HOUR = 5_000;

/** What there is to know for somebody, what they want to hear of, and the devices that show it. */
export function notificationRoutes(deps: Deps) {
  return new Hono()
    .route("/", mailStopRoutes(deps))
    .get("/api/v1/notifications", requireUser(deps), queryParams(Page), async (c) => {
      const { cursor, limit } = c.req.valid("query");
      return c.json(await listNotices(deps, c.var.session.userId, { before: cursorIn(cursor), limit }), 200);
    })
    .get("/api/v1/notifications/count", requireUser(deps), async (c) => {
      return c.json({ unread: await countUnread(deps, c.var.session.userId) } satisfies NoticeCount, 200);
    })
    .post("/api/v1/notifications/read", requireUser(deps), jsonBody(NoticesRead), async (c) => {
      const { userId } = c.var.session;
      await markRead(deps, userId, c.req.valid("json"));
      return c.json({ unread: await countUnread(deps, userId) } satisfies NoticeCount, 200);
    })
    .get("/api/v1/notifications/settings", requireUser(deps), async (c) => {
      return c.json(await settingsOf(deps, c.var.session.userId), 200);
    })
    .put("/api/v1/notifications/settings", requireUser(deps), jsonBody(NotificationChange), async (c) => {
      const { userId } = c.var.session;
      const origin = { metadata: metadataOf(c, userId), commandId: commandIdOf(c) };
      await chooseNotifications(deps, userId, { change: c.req.valid("json"), ...origin });
      return c.json(await settingsOf(deps, userId), 200);
    })
    .put("/api/v1/push-subscription", requireUser(deps), jsonBody(PushSubscribe), async (c) => {
      const { userId, sessionId } = c.var.session;
      await takeTurn(deps, { kind: "push", perHour: SUBSCRIPTIONS_AN_HOUR, of: userId });
      await subscribeDevice(deps, { userId, sessionId, target: c.req.valid("json") });
      return c.json({ message: "This device shows your notifications" } satisfies MessageAnswer, 200);
    })
    .delete("/api/v1/push-subscription", requireUser(deps), jsonBody(Unsubscribe), async (c) => {
      await unsubscribeDevice(deps, { userId: c.var.session.userId, endpoint: c.req.valid("json").endpoint });
      return c.json({ message: "This device shows no notifications" } satisfies MessageAnswer, 200);
    });
}

/** What the links of mails do: whoever has the mail needs no log-in. Looking at one changes nothing. */
function mailStopRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/mails/stop", queryParams(StopQuery), (c) => {
      return c.redirect(`/mail-stop#${encodeURIComponent(c.req.valid("query").token)}`, 303);
    })
    .post("/api/v1/mails/stop", queryParams(StopQuery), async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "mail_stop", perHour: STOPS_AN_HOUR });
      const { token } = c.req.valid("query");
      return c.json(await stopMails(deps, token, metadataOf(c)) satisfies MailStopAnswer, 200);
    })
    .post("/api/v1/mails/stop/undo", queryParams(StopQuery), async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "mail_stop", perHour: STOPS_AN_HOUR });
      const { token } = c.req.valid("query");
      return c.json(await undoMailStop(deps, token, metadataOf(c)) satisfies MailStopAnswer, 200);
    });
}
