import type { ReactNode } from "react";
import { classNames } from "../../ui/class_names.ts";

export type BadgeTone = "plain" | "good" | "bad" | "notice";

const TONES: Record<BadgeTone, string> = {
  plain: "bg-ink/8 text-ink-soft",
  good: "bg-success-soft text-success",
  bad: "bg-danger-soft text-danger",
  notice: "bg-info-soft text-info",
};

/** A state, as its table of words has it: `<Badge {...STATES[state]} />`. */
export interface Mark {
  tone: BadgeTone;
  text: string;
}

/** A word about a row's state. */
export function Badge({ tone = "plain", text, children = text }: Partial<Mark> & { children?: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
