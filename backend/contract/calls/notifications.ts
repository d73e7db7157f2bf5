import { as, callsOf } from "./call.ts";
import type { MailStopAnswer, NoticeCount, NoticeList, NotificationSettings } from "../notifications.ts";
import {
  MailStopQuery,
  NoticesRead,
  NotificationChange,
  NotificationsQuery,
  PushSubscribe,
  PushUnsubscribe,
} from "../requests/notifications.ts";

const account = callsOf("Accounts");

export const listNotifications = account("GET /api/v1/notifications", {
  does: "What is new for you, the newest first",
  who: "user",
  query: NotificationsQuery,
  answers: as<NoticeList>(),
  shows: ["sharedIncome", "commentsToArtists", "anonymousGifts", "namedGifts"],
});

export const countNotifications = account("GET /api/v1/notifications/count", {
  does: "How much of it you have not seen",
  who: "user",
  answers: as<NoticeCount>(),
});

export const readNotifications = account("POST /api/v1/notifications/read", {
  does: "Mark notifications as read",
  who: "user",
  body: NoticesRead,
  answers: as<NoticeCount>(),
});

export const getNotificationSettings = account("GET /api/v1/notifications/settings", {
  does: "What reaches you where, and as push.publicKey the key for pushes",
  who: "user",
  answers: as<NotificationSettings>(),
});

export const changeNotificationSettings = account("PUT /api/v1/notifications/settings", {
  does: "Choose what reaches you where",
  who: "user",
  body: NotificationChange,
  answers: as<NotificationSettings>(),
});

export const subscribePush = account("PUT /api/v1/push-subscription", {
  does: "Send pushes to this browser, which subscribed with the key x-push-public-key",
  who: "user",
  body: PushSubscribe,
});

export const unsubscribePush = account("DELETE /api/v1/push-subscription", {
  does: "Send no pushes to this browser",
  who: "user",
  body: PushUnsubscribe,
});

export const openMailStop = account("GET /api/v1/mails/stop", {
  does: "Go to the page of a link in a mail; nothing is stopped yet",
  who: "everyone",
  query: MailStopQuery,
});

export const stopMails = account("POST /api/v1/mails/stop", {
  does: "Stop an artist's words or a kind of mail by the mailed link (RFC 8058)",
  who: "everyone",
  query: MailStopQuery,
  answers: as<MailStopAnswer>(),
});

export const undoMailStop = account("POST /api/v1/mails/stop/undo", {
  does: "Take that back, within an hour",
  who: "everyone",
  query: MailStopQuery,
});
