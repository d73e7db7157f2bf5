import type { Risk } from "@contract/cases.ts";
import { classNames } from "../../ui/class_names.ts";
import { RISK_WORDS } from "./words.ts";

const LOOKS = {
  low: "bg-success-soft text-success",
  medium: "bg-accent/15 text-accent",
  high: "bg-danger-soft text-danger",
} as const;

/** The score, and in plain words what it is made of. */
export function RiskBox({ risk: { score, level, reasons } }: { risk: Risk }) {
  return (
    <div>
      <h2 className="flex flex-wrap items-center gap-3 text-lg">
        Risk
        <span className={classNames("rounded-full px-3 py-0.5 text-sm font-bold", LOOKS[level])}>
          {RISK_WORDS[level]}: {score} of 100
        </span>
      </h2>
      {reasons.length === 0
        ? <p className="mt-2 text-sm text-ink-soft">No warning signs: no rule applies to this request.</p>
        : (
          <ul className="mt-2 flex flex-col gap-1.5 text-sm">
            {reasons.map(({ code, points, text }) => (
              <li key={code} className="flex gap-3">
                <span className="w-9 shrink-0 text-right font-bold text-ink-soft tabular-nums">+{points}</span>
                <span className="min-w-0">{text}</span>
              </li>
            ))}
          </ul>
        )}
      <p className="mt-2 text-xs text-ink-soft">The score does not decide: it shows you where to look.</p>
    </div>
  );
}
