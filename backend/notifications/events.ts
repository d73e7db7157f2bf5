import type { MailPace, NoticeChannel, NoticeKind, QuietHours } from "../contract/notifications.ts";
import type { Event } from "../store/log/event.ts";
import type { Sealed } from "../store/personal/personal_data.ts";

/** What a person wants to hear of, where and when. Missing fields are unchanged. */
export type NotificationsChosen = Event<"NotificationsChosen", {
  readonly userId: string;
  readonly switches?: { readonly [Kind in NoticeKind]?: { readonly [Channel in NoticeChannel]?: boolean } };
  readonly quiet?: QuietHours;
  readonly mails?: MailPace;
}>;

/** A person logged in with a browser that they had not used before. */
export type NewDeviceSeen = Event<"NewDeviceSeen", {
  readonly userId: string;
  readonly sessionId: string;
  /** The browser's own name for itself, sealed with the person's key as `device <sessionId>`. */
  readonly device: Sealed;
}>;

/** The stream of a person's choices, in the log `social`. */
export function choicesStream(userId: string): string {
  return `notifications/${userId}`;
}

/** The stream of a log-in on a new device, in the log `social`. */
export function newDeviceStream(sessionId: string): string {
  return `new_device/${sessionId}`;
}
