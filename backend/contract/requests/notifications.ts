import * as z from "zod/mini";
import { CursorText } from "./ids.ts";
import { NOTICE_CHANNELS, NOTICE_KINDS, type NoticeChannel, type NoticeKind } from "../notifications.ts";

const channels = z.strictObject(
  Object.fromEntries(NOTICE_CHANNELS.map((channel) => [channel, z.optional(z.boolean())])) as Record<
    NoticeChannel,
    z.ZodMiniOptional<z.ZodMiniBoolean>
  >,
);

const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time such as 22:00."));

const QuietChange = z.partial(z.strictObject({
  isOn: z.boolean(),
  from: Clock,
  until: Clock,
  zone: z.string().check(z.maxLength(64), z.refine(isZone, "This time zone is not known.")),
}));

/** `PUT /api/v1/notifications/settings`: what is left out stays. */
export const NotificationChange = z.partial(z.strictObject({
  switches: z.strictObject(
    Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, z.optional(channels)])) as Record<
      NoticeKind,
      z.ZodMiniOptional<typeof channels>
    >,
  ),
  quiet: QuietChange,
  mails: z.enum(["once", "daily"]),
}));
export type NotificationChange = z.infer<typeof NotificationChange>;

/** `POST /api/v1/notifications/read`: all up to a moment, or some by their ids. */
export const NoticesRead = z.union([
  z.strictObject({ upTo: z.iso.datetime() }),
  z.strictObject({ ids: z.array(z.string().check(z.regex(/^[\w-]{1,64}$/))).check(z.minLength(1), z.maxLength(100)) }),
]);
export type NoticesRead = z.infer<typeof NoticesRead>;

const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`)));

/** `PUT /api/v1/push-subscription`: what the browser's `PushSubscription` says in JSON. */
export const PushSubscribe = z.object({
  endpoint: z.string().check(z.minLength(1), z.maxLength(1_000)),
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
});
export type PushSubscribe = z.infer<typeof PushSubscribe>;

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

const NOTICES_PAGE = 30;

/** `cursor`: the last notification of the page before. */
export const NotificationsQuery = z.object({
  cursor: z.optional(CursorText),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), NOTICES_PAGE),
});

/** `DELETE /api/v1/push-subscription`. */
export const PushUnsubscribe = z.object({ endpoint: PushSubscribe.shape.endpoint });

/** What the link of a mail holds. */
export const MailStopQuery = z.object({ token: z.string().check(z.maxLength(300)) });
