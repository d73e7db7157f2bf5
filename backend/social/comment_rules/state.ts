import { folded } from "../../contract/normalize_text.ts";
import { NEW_ACCOUNT_DAYS } from "../../contract/social.ts";

const DAY_MS = 24 * 3_600_000;

/** Whether a text holds one of these words, in any case and without accents; parts of other words are none. */
export function holdsWord(content: string, words: readonly string[]): boolean {
  const text = ` ${folded(content)} `;
  return words.some((word) => {
    const wanted = folded(word);
    return wanted !== "" && text.includes(` ${wanted} `);
  });
}

interface Writing {
  /** The comment, and the name beside it. */
  readonly texts: readonly string[];
  readonly words: readonly string[];
  readonly holdFirst: boolean;
  /** Whether others see a comment of the author already. */
  readonly hasShown: boolean;
  /** When the account was made, epoch ms. */
  readonly createdAt: number;
  readonly now: number;
  /** New words of a comment that was let through: it is no first one. */
  readonly isEdit: boolean;
}

/** Why a comment waits for the artist; undefined for one that everyone sees immediately. */
export function whyHeld(
  { texts, words, holdFirst, hasShown, createdAt, now, isEdit }: Writing,
): "word" | "first" | undefined {
  if (texts.some((text) => holdsWord(text, words))) return "word";
  const isFirst = holdFirst && !isEdit && !hasShown && now - createdAt < NEW_ACCOUNT_DAYS * DAY_MS;
  return isFirst ? "first" : undefined;
}
