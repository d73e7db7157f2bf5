import type { AppealAnswerers } from "@contract/moderation.ts";

/** Names beyond these are a number. */
const MOST_NAMES = 5;

/** Who may answer an appeal, and why they; `agreed` is what follows where the person is right. */
export function answererWords({ rule, names, mayAnswer, isTooSoon }: AppealAnswerers, agreed: string): string {
  if (isTooSoon) {
    return "You can answer later: for 72 hours you and the admin who decided count as one, since one changed how the " +
      "other logs in.";
  }
  const who = mayAnswer ? "You can answer" : `${someOf(names)} can answer`;
  switch (rule) {
    case "another_side":
      return `${who}: an appeal is for another side than that of the admin who decided.`;
    case "another_role":
      return `${who}, for support: no admin of the catalogue is left on another side than that of who decided.`;
    case "same_side":
      return `${who}: no admin is left on another side than that of who decided.`;
    case "agree_only":
      return `No admin is there who counts beside the one who decided, so nobody can say no. You can agree and ${agreed}, ` +
        "or the operator names another founding owner.";
    default:
      return rule satisfies never;
  }
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const more = names.length - shown.length;
  return new Intl.ListFormat("en", { type: "disjunction" }).format(more > 0 ? [...shown, `${more} more`] : shown);
}

const LEAST = 3;

/** What is wrong with the words of a decision: a template that ends with a colon has not said why yet. */
export function wrongWords(words: string): string | undefined {
  const said = words.trim();
  if (said.length < LEAST) return "Please say why";
  return said.endsWith(":") ? "Please finish the sentence: they read these words" : undefined;
}
