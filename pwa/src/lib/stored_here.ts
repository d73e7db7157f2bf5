/** Whose something on this device is, and so when it goes. */
export type Owner =
  /** Goes with the session, also when that expires. */
  | "session"
  /** Deleted when the person leaves, so the next person on a shared phone finds nothing of it. */
  | "person"
  /**
   * Waits to be sent: money and words of the person, which only their own tokens send. Stays until it was sent, and goes
   * then with what was answered (outbox/reporters.ts).
   */
  | "outbox"
  /**
   * The music of a Premium member, under their user id: locked for everyone else, and not shown to them. It stays,
   * because loading it again after each log-out would cost the member their mobile data. /saved takes it away.
   */
  | "locked"
  /** Belongs to the device, the same for everyone who uses it. */
  | "device"
  /** The back office is logged out of by itself. */
  | "back office";

/**
 * Everything that the app keeps in the browser, by its name there. A test looks through the code for names that are
 * missing here: each new one needs a decision whose it is.
 */
export const STORED_HERE = {
  local: {
    token: "session",
    userId: "session",
    "orin.session": "session",
    "orin.person": "person",
    "orin.verifying": "person",
    "orin.signup": "person",
    "orin.queue": "person",
    "orin.order": "person",
    "orin.place": "person",
    "orin.sleep": "person",
    "orin.untouched": "person",
    "orin.premium": "person",
    "orin.data-used": "person",
    "orin.visits": "person",
    "orin.searches": "person",
    "orin.day-over": "person",
    "orin.pins": "person",
    "orin.uploads": "person",
    // Names the device, not the person, and no other user ever sees it. A visitor's free plays are counted by it: with
    // a new one after each log-out, logging in and out would bring twenty more each time.
    "orin.device": "device",
    // Only says that the library of saved music was opened here, so that a member finds theirs again.
    "orin.saves": "device",
    // Whether lyrics with offensive words are shown; a phone that is shared with children is one device.
    "orin.offensive": "person",
    "orin.theme": "device",
    "orin.side": "device",
    "orin.shortcuts": "device",
    "orin.quality": "device",
    "orin.autoplay": "device",
    "orin.crossfade": "device",
    "orin.speed": "device",
    "orin.same_loudness": "device",
    "orin.data-saver": "device",
    "orin.install-dismissed": "device",
    // Each admin's own, under their user id; they name no person.
    "orin.admin-filters": "device",
    // Of earlier versions: the back office removes them when it opens.
    adminToken: "back office",
    username: "back office",
    "orin.admin": "back office",
  },
  tab: {
    "orin-session": "session",
    // Only says that this tab's visit is counted: without it the next visitor would begin at one.
    "orin.visits": "device",
    "orin.heart-wish": "person",
    // For which artist a member of a team works in this tab.
    "orin.acting": "person",
    "orin.tab": "outbox",
    // In which typeface this visit began.
    "orin.font": "device",
    "orin.reloaded-for": "device",
  },
  databases: {
    "orin-queries": "person",
    // An artist's unfinished upload; its recordings are in the browser's file system under the same name.
    "orin-uploads": "person",
    "orin-outbox": "outbox",
    "orin-saved": "locked",
  },
  caches: {
    // Public pictures, but which ones are here tells what was looked at.
    "orin-covers": "person",
    "orin-saved": "locked",
    // The app's own code and letters.
    "orin-code": "device",
    "orin-fonts": "device",
    // Whose pushes this browser shows, and which it has shown.
    "orin-push": "person",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Owner>>>>;

/** What of a kind goes when the person leaves. */
export function personsOwn(kind: keyof typeof STORED_HERE): string[] {
  return Object.entries<Owner>(STORED_HERE[kind]).flatMap(([name, owner]) => owner === "person" ? [name] : []);
}
