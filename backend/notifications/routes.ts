import * as calls from "../contract/calls/notifications.ts";
import { Routes } from "../http/routes.ts";
import type { MessageAnswer } from "../contract/accounts.ts";
import type { MailStopAnswer, NoticeCount } from "../contract/notifications.ts";
import type { Deps } from "../deps.ts";
import { cursorIn } from "../http/cursor.ts";
import { takeTurn, takeVisitorsTurn } from "../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../http/request_id.ts";
import { chooseNotifications } from "./choose.ts";
import { subscribeDevice, unsubscribeDevice } from "./devices.ts";
import { stopMails, undoMailStop } from "./mail_stop.ts";
import { markRead } from "./mark.ts";
import { countUnread, listNotices, settingsOf } from "./reads.ts";

const SUBSCRIPTIONS_AN_HOUR = 60;
/** Mail programs of thousands press from one address; a wrong link costs a hash. */
const STOPS_AN_HOUR = 5_000;

/** A person's notifications, what they want to hear of, and the devices that show it. */
export function notificationRoutes(deps: Deps) {
  return new Routes(deps)
    .include(mailStopRoutes(deps))
    .serve(calls.listNotifications, async (c) => {
      const { cursor, limit } = c.req.valid("query");
      return c.json(await listNotices(deps, c.var.session.userId, { before: cursorIn(cursor), limit }), 200);
    })
    .serve(calls.countNotifications, async (c) => {
      return c.json({ unread: await countUnread(deps, c.var.session.userId) } satisfies NoticeCount, 200);
    })
    .serve(calls.readNotifications, async (c) => {
      const { userId } = c.var.session;
      await markRead(deps, userId, c.req.valid("json"));
      return c.json({ unread: await countUnread(deps, userId) } satisfies NoticeCount, 200);
    })
    .serve(calls.getNotificationSettings, async (c) => {
      return c.json(await settingsOf(deps, c.var.session.userId), 200);
    })
    .serve(calls.changeNotificationSettings, async (c) => {
      const { userId } = c.var.session;
      const origin = { metadata: metadataOf(c, userId), commandId: commandIdOf(c) };
      await chooseNotifications(deps, userId, { change: c.req.valid("json"), ...origin });
      return c.json(await settingsOf(deps, userId), 200);
    })
    .serve(calls.subscribePush, async (c) => {
      const { userId, sessionId } = c.var.session;
      await takeTurn(deps, { kind: "push", perHour: SUBSCRIPTIONS_AN_HOUR, of: userId });
      await subscribeDevice(deps, { userId, sessionId, target: c.req.valid("json") });
      return c.json({ message: "This device shows your notifications" } satisfies MessageAnswer, 200);
    })
    .serve(calls.unsubscribePush, async (c) => {
      await unsubscribeDevice(deps, { userId: c.var.session.userId, endpoint: c.req.valid("json").endpoint });
      return c.json({ message: "This device shows no notifications" } satisfies MessageAnswer, 200);
    });
}

/** What the links of mails do, without a log-in. Looking at one changes nothing. */
function mailStopRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.openMailStop, (c) => {
      return c.redirect(`/mail-stop#${encodeURIComponent(c.req.valid("query").token)}`, 303);
    })
    .serve(calls.stopMails, async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "mail_stop", perHour: STOPS_AN_HOUR });
      const { token } = c.req.valid("query");
      return c.json(await stopMails(deps, token, metadataOf(c)) satisfies MailStopAnswer, 200);
    })
    .serve(calls.undoMailStop, async (c) => {
      await takeVisitorsTurn(deps, c, { kind: "mail_stop", perHour: STOPS_AN_HOUR });
      const { token } = c.req.valid("query");
      return c.json(await undoMailStop(deps, token, metadataOf(c)) satisfies MailStopAnswer, 200);
    });
}
