/** What members of a group have in common: how many things of a kind, how many members share one, and its weight. */
export type GroupLink = {
  kind: "device" | "sign_up" | "phone" | "bank" | "span" | "similar";
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
