import type { DisputeSummary } from "@contract/disputes.ts";
import { plural } from "../../lib/format.ts";
import type { Mark } from "../parts/Badge.tsx";

/** The state of a dispute, with what Orin did about it. */
export function stateOf({ status, answer }: DisputeSummary): Mark {
  if (status === "won") return { tone: "good", text: "Won" };
  if (status === "lost") return { tone: "bad", text: "Lost" };
  if (answer === "accept_proposed") return { tone: "notice", text: "Proposed" };
  if (answer === "accepted") return { tone: "plain", text: "Accepted" };
  return answer === "contested" ? { tone: "plain", text: "Contested" } : { tone: "notice", text: "Needs an answer" };
}

const HOUR_MS = 3_600_000;

/** How long there is to answer. */
export function dueIn({ status, dueAt }: DisputeSummary, now: number): string {
  if (status !== "open" || dueAt === null) return "";
  const hours = Math.floor((Date.parse(dueAt) - now) / HOUR_MS);
  if (hours < 0) return "Overdue";
  if (hours < 1) return "Less than an hour";
  return hours < 48 ? plural(hours, "hour") : plural(Math.floor(hours / 24), "day");
}

export const WHAT: Readonly<Record<DisputeSummary["what"], string>> = { gift: "Gift", premium: "Premium" };
