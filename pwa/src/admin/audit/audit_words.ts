import type { AuditEvent, AuditView } from "@contract/audit.ts";
import { formatNaira } from "@contract/money.ts";
import { tokensWithNaira } from "../../lib/naira.ts";

export const VIEW_WORDS: Readonly<Record<AuditView, string>> = {
  decisions: "Decisions of admins",
  people: "What people did",
  all: "Everything, also by Orin",
};

/** Kinds of subjects in the order in which they are offered. */
export const SUBJECT_KINDS = [
  { value: "", label: "Everything" },
  { value: "withdrawal", label: "A withdrawal" },
  { value: "user", label: "A person" },
  { value: "track", label: "A track" },
  { value: "policy", label: "Earning rules" },
] as const;
export type SubjectKind = typeof SUBJECT_KINDS[number]["value"];

/** A subject that has no name. */
export function kindWords(kind: Exclude<SubjectKind, "">): string {
  return SUBJECT_KINDS.find(({ value }) => value === kind)?.label ?? "";
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Kind and id of a subject such as `user:<id>`. */
export function partsOf(subject: string): { kind: SubjectKind; id: string } {
  const [kind = "", id = ""] = subject.split(":");
  const known = SUBJECT_KINDS.find(({ value }) => value === kind);
  return { kind: known?.value ?? "", id };
}

/** The subject of a kind and what was typed or pasted beside it; undefined where there is no id in it. */
export function subjectOf(kind: SubjectKind, typed: string): string | undefined {
  if (kind === "") return "";
  if (kind === "policy") return "policy";
  const id = ID.exec(typed)?.[0].toLowerCase();
  return id && `${kind}:${id}`;
}

/** Who may have acted, in the order in which they are offered. */
export const ACTORS = [
  { value: "", label: "Anyone" },
  { value: "user", label: "A person" },
  { value: "system", label: "Orin itself" },
  { value: "visitor", label: "Visitors" },
] as const;
export type ActorKind = typeof ACTORS[number]["value"];

/** The kind of an actor such as `user:<id>`, by its first part. */
export function actorKindOf(text: string): ActorKind {
  return ACTORS.find(({ value }) => value === text)?.value ?? "";
}

/** `WithdrawalRequested` as people read it: "Withdrawal requested". */
export function typeWords(type: string): string {
  if (type === "CaseFileLeftClosed") return "Decided without opening the case file";
  const words = type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An event as its row names it: the address of an invited person was confirmed by who invited them. */
export function eventWords({ type, actor, stream }: Pick<AuditEvent, "type" | "actor" | "stream">): string {
  const isByAnother = actor.startsWith("user:") && actor !== stream.replace("/", ":");
  return type === "EmailVerified" && isByAnother ? "Email confirmed by the invitation" : typeWords(type);
}

/** Who acted, where that is no person with a name. */
export function actorWords(actor: string): string {
  const [kind = "", rest = ""] = actor.split(":");
  if (kind === "user") return "Erased person";
  return kind === "system" ? `Orin (${rest})` : "Visitor";
}

/** What it is worth, as the row shows it. */
export function amountWords(amount: AuditEvent["amount"]): string {
  if (!amount) return "";
  return "tokens" in amount ? tokensWithNaira(amount.tokens) : formatNaira(amount.kobo);
}
