/** What members of a group have in common: how many things of a kind, how many members share one, and its weight. */
export type GroupLink = {
  kind: "device" | "sign_up" | "impossible" | "phone" | "bank" | "seats" | "gift" | "span" | "similar" | "artist";
  keys: number;
  members: number;
  /** Of the weightiest: 1 links two accounts by itself. */
  weight: number;
};

/** What a rule says about an account or a group. */
export type Finding = {
  rule: string;
  version: number;
  points: number;
  text: string;
};

/** What an admin can decide about a group. Freezing holds what settles; voiding takes it back; releasing lets it settle. */
export const GROUP_ACTIONS = ["freeze", "void", "release"] as const;
export type GroupAction = typeof GROUP_ACTIONS[number];

/** Tokens of all members. */
export type GroupMoney = {
  settling: number;
  available: number;
  paid: number;
};

/** A row of the queue. */
export type GroupSummary = {
  /** Derived from the oldest member: it stays while the group grows. */
  groupId: string;
  members: number;
  score: number;
  findings: Finding[];
  links: GroupLink[];
  money: GroupMoney;
  plays: number;
  /** Of the reported time, 0 to 1. */
  unprovenShare: number;
  isFrozen: boolean;
  /** Accounts that joined after the freeze: their rewards settle. */
  notFrozen: number;
  /** A decision waits for a second admin. */
  isWaiting: boolean;
};

export type GroupMember = {
  userId: string;
  joinedAt: string;
  plays: number;
  claimedSeconds: number;
  unprovenSeconds: number;
  money: GroupMoney;
  findings: Finding[];
};

/** One entry of a group's history. */
export type GroupEntry = {
  at: string;
  by: string;
  what: "noted" | "proposed" | "decided" | "withdrawn";
  action?: GroupAction;
  text: string;
  members?: number;
};

/** `GET /api/v1/admin/groups`: the most money at stake first. */
export type GroupsAnswer = {
  groups: readonly GroupSummary[];
};

/** `GET /api/v1/admin/groups/:id`. */
export type GroupAnswer = GroupSummary & {
  people: GroupMember[];
  days: { day: string; plays: number; hours: number; tokens: number }[];
  artists: { artistId: string; name: string; hours: number; share: number }[];
  /** Groups that were looked at before and are part of this one now. */
  formerGroups: string[];
  history: GroupEntry[];
  /** Above this many tokens a second admin confirms a void or a release. */
  secondAdminAbove: number;
};
