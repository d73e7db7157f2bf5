import { codeInSentence } from "./code_words.ts";
import { nairaOrStatus } from "./money.ts";
import { PROVIDER_NAME } from "./payments.ts";

/** What our books and the provider's say of the same thing: a sum in kobo each, or a status. */
interface Differing {
  readonly kind: string;
  readonly subject: string;
  readonly ours: string | number;
  readonly theirs: string | number;
}

/** What does not agree, and what both books say; within a sentence, where `name` does not say otherwise. */
export function differenceWords({ kind, subject, ours, theirs }: Differing, name = codeInSentence): string {
  return `${name(kind)}: ${subject} (Orin: ${nairaOrStatus(ours)}, ${PROVIDER_NAME}: ${nairaOrStatus(theirs)})`;
}
