import { PREMIUM_PLAN } from "./premium_plan.ts";
import { Check, Crown } from "lucide-react";
import type { ReactNode } from "react";
import { useOnline } from "../lib/connection.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class_names.ts";

interface PlanCardProps {
  /** Kobo a month; absent until it is known. */
  priceKobo: number | undefined;
  isSelected: boolean;
  /** Absent where there is nothing to choose. */
  onSelect?: (() => void) | undefined;
  /** What can be done with the plan now. */
  children?: ReactNode;
}

/** The one plan. A press anywhere on it selects it. */
export function PlanCard({ priceKobo, isSelected, onSelect, children }: PlanCardProps) {
  const isOnline = useOnline();
  return (
    <article
      aria-labelledby="plan"
      className={classNames(
        "relative isolate flex flex-col gap-5 overflow-hidden rounded-xl border-2 bg-surface p-6 transition-colors sm:p-8",
        isSelected ? "border-primary" : "border-line",
      )}
    >
      <AdireCloth
        seed="premium"
        className="-z-10 text-dye opacity-70 mask-[linear-gradient(to_bottom_left,black,transparent_55%)] in-data-[theme=light]:opacity-20"
      />
      <header>
        <h2 id="plan" className="flex items-center gap-2.5 text-xl">
          <Crown aria-hidden="true" size={24} className="text-accent" />
          {PREMIUM_PLAN.name}
        </h2>
        {priceKobo === undefined && !isOnline
          ? <p className="mt-3 text-ink-soft">The price shows once you are connected.</p>
          : (
            <p className="mt-3 flex items-baseline gap-2">
              <span className="text-lg font-semibold text-ink-soft">{PREMIUM_PLAN.currency}</span>
              <span className="text-4xl font-extrabold tracking-tight tabular-nums">{priceText(priceKobo)}</span>
              <span className="text-ink-soft">/month</span>
            </p>
          )}
      </header>
      <ul className="flex flex-col gap-3">
        {PREMIUM_PLAN.features.map((feature) => (
          <li key={feature} className="flex items-center gap-3">
            <Check aria-hidden="true" size={20} className="shrink-0 text-success" />
            {feature}
          </li>
        ))}
      </ul>
      {onSelect && !isSelected && (
        <Button
          variant="quiet"
          size="large"
          className="static! after:absolute after:inset-0 after:rounded-xl"
          onClick={onSelect}
        >
          Select Plan
        </Button>
      )}
      {children}
    </article>
  );
}

function priceText(kobo: number | undefined): string {
  if (kobo === undefined) return "–";
  return (kobo / 100).toLocaleString("en-NG", { minimumFractionDigits: kobo % 100 === 0 ? 0 : 2 });
}
