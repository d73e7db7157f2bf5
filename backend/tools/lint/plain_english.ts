import { placeOf } from "./places.ts";

/** Wording that reads foreign or vague, and what to write instead. */
const FOREIGN: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(some|any|every)body\b/i, 'write "someone", "anyone" or "everyone"'],
  [/\bwhoever\b/i, 'say who: "If you …", or name the person'],
  [/\bgo(es)? on\b/i, 'write "continue" or "keep listening"'],
  [/\bmeanwhile\b/i, 'write "just" or "in the meantime", or leave it out'],
  [/\bat once\b/i, 'write "now" or "at the same time"'],
  [/\b(is|are|was|were) (kept|said|told|heard)\b/i, 'say who does it: "Orin keeps …", "you see …"'],
  [/\b(stands|stood)\b/i, 'write "is" or "was"'],
  [/\bno \w+ of (yours|mine|ours)\b/i, 'write "you have no …"'],
  [/\bunder way\b/i, 'write "in progress"'],
  [/\bby mail\b/i, 'write "by email"'],
  [/\b(taken|given) back\b/i, 'write "removed", "cancelled" or "returned"'],
  [/\bthe least (that|which)\b/i, 'write "the minimum"'],
];

const PARTS_WITH_TEXTS = new Set(["contract", "request", "http", "state", "verb", "reads", "reactions", "routes"]);

/** Refuses foreign wording in the texts of a file that people read; `path` is relative to the repository. */
export function checkPlainEnglish(context: Deno.lint.RuleContext, path: string): Deno.lint.LintVisitor {
  if (!isReadByPeople(path)) return {};
  const check = (node: Deno.lint.Node, text: string) => {
    const message = judgeText(text);
    if (message) context.report({ node, message });
  };
  return {
    Literal: (node) => typeof node.value === "string" && check(node, node.value),
    TemplateElement: (node) => check(node, node.cooked),
    JSXText: (node) => check(node, node.value),
  };
}

/** The first foreign wording in a text, with what to write instead. One word alone is a name, not a text. */
function judgeText(text: string): string | undefined {
  if (!text.trim().includes(" ")) return undefined;
  for (const [words, instead] of FOREIGN) {
    const found = words.exec(text)?.[0];
    if (found) return `People read this text, and "${found}" is not plain English: ${instead}`;
  }
  return undefined;
}

/** Screens, refusals, answers and mails; not what only developers see. */
function isReadByPeople(path: string): boolean {
  if (path.includes("/testing/") || path.includes("/test_")) return false;
  const { kind, group } = placeOf(path);
  return kind.startsWith("pwa ") || PARTS_WITH_TEXTS.has(kind) ||
    (group === "mail" && (kind === "adapter" || kind === "port"));
}
