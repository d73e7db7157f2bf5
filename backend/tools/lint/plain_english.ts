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

/** Words that leave open who does what in a comment or a document, and what to write instead. */
const VAGUE: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bnobody\b/i, 'write "no one", or say who: "no admin", "no listener"'],
  [/\bsomebody\b/i, 'write "a person", or say who: "a listener"'],
  [/\bwhoever\b/i, "say who"],
  [/\bat\s+once\b/i, 'write "immediately" or "together"'],
  [/\bstands\b/i, 'write "is"'],
  [/\bis\s+said\b/i, "say who says it"],
];
/** Quoted words and code are not the writer's own. */
const QUOTED = /`[^`]*`|"[^"\n]*"/g;

const PARTS_WITH_TEXTS = new Set(["contract", "request", "http", "state", "verb", "reads", "reactions", "routes"]);

/** Refuses vague words in comments, and foreign wording in texts that people read; `path` is from the repository's root. */
export function checkPlainEnglish(context: Deno.lint.RuleContext, path: string): Deno.lint.LintVisitor {
  return { ...checkComments(context), ...checkTexts(context, path) };
}

/** Each vague word in a comment or document, with its index and what to write instead. */
export function findVagueWords(text: string): { readonly index: number; readonly message: string }[] {
  const own = text.replaceAll(QUOTED, (quoted) => quoted.replaceAll(/[^\n]/g, " "));
  return VAGUE.flatMap(([words, instead]) =>
    [...own.matchAll(new RegExp(words, "gi"))].map(({ 0: found, index }) => ({
      index,
      message: `"${found.replaceAll(/\s+/g, " ")}" is not plain English: ${instead}`,
    }))
  );
}

function checkComments(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  return {
    Program() {
      for (const { value, range } of context.sourceCode.getAllComments()) {
        // The star of a line is no word.
        const text = value.replaceAll(/\n\s*\*/g, (star) => star.replace("*", " "));
        for (const { message } of findVagueWords(text)) context.report({ range, message: `In a comment, ${message}` });
      }
    },
  };
}

function checkTexts(context: Deno.lint.RuleContext, path: string): Deno.lint.LintVisitor {
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
