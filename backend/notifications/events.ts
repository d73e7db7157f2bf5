import type { MailPace, NoticeChannel, NoticeKind, QuietHours } from "../contract/notifications.ts";
import type { Event } from "../store/log/event.ts";

/** What a person wants to hear of, where and when. Missing fields are unchanged. */
export type NotificationsChosen = Event<"NotificationsChosen", {
  readonly userId: string;
  readonly switches?: { readonly [Kind in NoticeKind]?: { readonly [Channel in NoticeChannel]?: boolean } };
  readonly quiet?: QuietHours;
  readonly mails?: MailPace;
}>;

/** The stream of a person's choices, in the log `social`. */
export function choicesStream(userId: string): string {
  return `notifications/${userId}`;
}
