/** What Orin tells people of, each with a switch per channel. */
export const NOTICE_KINDS = [
  "release",
  "post",
  "comment",
  "gift",
  "withdrawal",
  "premium",
  "streak",
  "security",
] as const;
export type NoticeKind = typeof NOTICE_KINDS[number];

/** In the list of the app, on the screens of devices, by mail. */
export const NOTICE_CHANNELS = ["app", "push", "mail"] as const;
export type NoticeChannel = typeof NOTICE_CHANNELS[number];

export type Switches = Readonly<Record<NoticeKind, Readonly<Record<NoticeChannel, boolean>>>>;

/**
 * For people who have not chosen: reminders of streaks only reach people who ask for them, and only what was mailed
 * before is mailed.
 */
export const DEFAULT_SWITCHES: Switches = {
  release: { app: true, push: true, mail: false },
  post: { app: true, push: true, mail: false },
  comment: { app: true, push: true, mail: false },
  gift: { app: true, push: true, mail: true },
  withdrawal: { app: true, push: true, mail: true },
  premium: { app: true, push: true, mail: true },
  streak: { app: false, push: false, mail: false },
  security: { app: true, push: true, mail: true },
};

/** Receipts and warnings reach the mailbox in any case. */
export function isLocked(kind: NoticeKind, channel: NoticeChannel): boolean {
  return channel === "mail" && (kind === "withdrawal" || kind === "security");
}

/** What may wait for the one mail of the day. */
export const DIGEST_KINDS: readonly NoticeKind[] = ["release", "post", "comment", "gift"];

/** While it is quiet no device rings, but for security. `from` and `until` are "HH:MM" in the time zone. */
export type QuietHours = {
  readonly isOn: boolean;
  readonly from: string;
  readonly until: string;
  /** IANA. */
  readonly zone: string;
};

export const DEFAULT_QUIET: QuietHours = { isOn: true, from: "22:00", until: "07:00", zone: "Africa/Lagos" };

/** `once`: each by itself; `daily`: releases, posts, comments and gifts in one mail at eight in the morning, Lagos. */
export type MailPace = "once" | "daily";

/** `GET` and `PUT /api/v1/notifications/settings`. */
export interface NotificationSettings {
  switches: Switches;
  quiet: QuietHours;
  mails: MailPace;
  push: {
    /** The key that a browser subscribes with (VAPID), base64url. */
    publicKey: string;
    /** How many devices show pushes at the moment. */
    devices: number;
  };
}

/** Something to know of. `path` leads to it within the app. */
export interface Notice {
  id: string;
  kind: NoticeKind;
  title: string;
  body: string;
  path: string;
  at: string;
  isRead: boolean;
  /** Of an artist's post: what a reader can report, and whose posts they can stop. */
  post?: { postId: string; artistId: string; artist: string } | undefined;
  /** Of an artist's thank-you, to all (`id` is its own) or for one gift (`id` is the gift's): what can be reported or stopped. */
  thanks?: { id: string; artistId: string; artist: string } | undefined;
  /** Those of one key are of the same kind, place and Lagos day: a screen shows them as one. */
  alike?: string | undefined;
}

/** `GET /api/v1/notifications`: the newest first, of the last 90 days. */
export interface NoticeList {
  notifications: Notice[];
  unread: number;
  /** Of the next page, for `cursor`. */
  nextCursor: string | null;
}

/** `GET /api/v1/notifications/count`; more than 99 are 99. */
export interface NoticeCount {
  unread: number;
}

/** `POST /api/v1/mails/stop`, and `/undo` with the token that this answers, for an hour. */
export interface MailStopAnswer {
  /** What was stopped: all words of an artist, on every way, or mails of a kind. */
  about: "artist" | "kind";
  /** Takes it back; null where nothing has changed. */
  undo: string | null;
}

/** What a push says, encrypted for the device. It tells no sums: others see lock screens. */
export interface PushPayload {
  id: string;
  /** Pushes with one tag stand on the screen as one. */
  tag: string;
  title: string;
  body: string;
  path: string;
  /** Epoch ms. */
  at: number;
  /** Whose it is: a browser shows only its own person's. */
  to: string;
}

export const NOTICE_DAYS = 90;
export const MOST_UNREAD = 99;
