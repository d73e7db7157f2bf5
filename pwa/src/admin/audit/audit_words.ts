/** Kinds of subjects in the order in which they are offered. */
export const SUBJECT_KINDS = [
  { value: "withdrawal", label: "Withdrawal" },
  { value: "user", label: "User" },
  { value: "track", label: "Track" },
  { value: "policy", label: "Earning rules" },
] as const;
export type SubjectKind = typeof SUBJECT_KINDS[number]["value"];

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Kind and id of a subject such as `user:<id>`. */
export function partsOf(subject: string): { kind: SubjectKind; id: string } {
  const [kind = "", id = ""] = subject.split(":");
  const known = SUBJECT_KINDS.find(({ value }) => value === kind);
  return { kind: known?.value ?? "withdrawal", id };
}

/** The subject of a kind and what was typed or pasted beside it; undefined where there is no id in it. */
export function subjectOf(kind: SubjectKind, typed: string): string | undefined {
  if (kind === "policy") return "policy";
  const id = ID.exec(typed)?.[0].toLowerCase();
  return id && `${kind}:${id}`;
}

/** The actor in what was typed or pasted, empty where nothing was; undefined where it names none. */
export function actorOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === "" || text === "visitor" || /^(user|system):[\w .-]{1,80}$/.test(text)) return text;
  const id = ID.exec(text)?.[0].toLowerCase();
  return id && `user:${id}`;
}

/** `WithdrawalRequested` as people read it: "Withdrawal requested". */
export function typeWords(type: string): string {
  if (type === "CaseFileLeftClosed") return "Decided without opening the case file";
  const words = type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who acted: long ids show their end, where they differ. */
export function actorWords(actor: string): string {
  const [kind = "", rest = ""] = actor.split(":");
  if (kind === "user") return `User …${rest.slice(-8)}`;
  return kind === "system" ? `Orin (${rest})` : kind;
}
