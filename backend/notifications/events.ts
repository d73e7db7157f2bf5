import type { MailPace, NoticeChannel, NoticeKind, QuietHours } from "../contract/notifications.ts";

/** What somebody wants to hear of, where and when. Missing fields are unchanged. */
export type NotificationsChosen = {
  readonly type: "NotificationsChosen";
  readonly data: {
    readonly userId: string;
    readonly switches?: { readonly [Kind in NoticeKind]?: { readonly [Channel in NoticeChannel]?: boolean } };
    readonly quiet?: QuietHours;
    readonly mails?: MailPace;
  };
};

/** The stream of somebody's choices, in the log `social`. */
export function choicesStream(userId: string): string {
  return `notifications/${userId}`;
}
