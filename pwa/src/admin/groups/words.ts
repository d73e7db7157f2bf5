import type { GroupAction, GroupEntry, GroupLink, GroupSummary } from "@contract/groups.ts";
import { plural } from "../../lib/format.ts";

const LINKS: Record<GroupLink["kind"], (link: GroupLink) => string> = {
  device: ({ members, keys }) => `${members} listen on ${plural(keys, "shared device")}`,
  sign_up: ({ members }) => `${members} signed up from one address within an hour of each other`,
  impossible: ({ members }) => `${members} reported times that cannot be, from one address on one day`,
  phone: ({ members, keys }) => `${members} share ${plural(keys, "phone number")}`,
  bank: ({ members, keys }) => `${members} are paid to ${plural(keys, "shared bank account")}`,
  seats: ({ members, keys }) => `${members} have Premium from ${plural(keys, "shared payment")}`,
  gift: ({ members, keys }) => `${members} gave tokens to ${keys > 1 ? "the same artists" : "one artist"}`,
  span: ({ members, keys }) => `${members} began the same track in the same two seconds, ${plural(keys, "time")}`,
  similar: ({ members }) => `${members} heard nearly the same tracks`,
  artist: ({ members, keys }) =>
    `${members} listen mostly to ${keys > 2 ? "the same artists" : "one artist"}, who has few other listeners`,
};

/** What members have in common. */
export function linkWords(link: GroupLink): string {
  return LINKS[link.kind](link);
}

export const ACTIONS: Record<GroupAction, { label: string; title: string; text: string; done: string }> = {
  freeze: {
    label: "Freeze",
    title: "Freeze what settles?",
    text: "Nothing of these accounts settles until you release it. Their receipts show your words.",
    done: "Frozen",
  },
  void: {
    label: "Void",
    title: "Void what settles?",
    text:
      "What has not settled goes back to the pool, and their plays of the last four weeks leave the counts and charts. Their receipts show your words. Only a granted appeal undoes it.",
    done: "Voided",
  },
  release: {
    label: "Release",
    title: "Release what is frozen?",
    text: "Their rewards settle again. Those whose time is over settle now.",
    done: "Released",
  },
};

/** One line of a group's history. */
export function entryWords({ what, action, members = 0, text }: GroupEntry): string {
  if (what === "noted") return text;
  if (what === "withdrawn") return "Took the proposal away";
  const done = action ? ACTIONS[action] : undefined;
  return what === "decided"
    ? `${done?.done} for ${plural(members, "account")}: ${text}`
    : `Proposed to ${done?.label.toLowerCase()} for ${plural(members, "account")}: ${text}`;
}

export function stateOf({ isFrozen, isWaiting }: GroupSummary): { tone: "plain" | "bad" | "notice"; text: string } {
  if (isWaiting) return { tone: "notice", text: "Needs another side" };
  return isFrozen ? { tone: "bad", text: "Frozen" } : { tone: "plain", text: "Open" };
}
