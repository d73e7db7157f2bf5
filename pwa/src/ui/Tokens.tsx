import { formatTokens } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { classNames } from "./class_names.ts";

interface TokensProps {
  /** As answers give it, in tokens. */
  amount: number;
  /** Says the unit and the naira behind the figure. */
  withUnit?: boolean;
  /** Says the naira behind the figure, where its name has the unit. */
  withNaira?: boolean;
  className?: string | undefined;
}

/** An amount of tokens with two decimals, in figures of equal width. */
export function Tokens({ amount, withUnit = false, withNaira = false, className }: TokensProps) {
  return (
    <span className={classNames("whitespace-nowrap tabular-nums", className)}>
      {formatTokens(amount)}
      {(withUnit || withNaira) && (
        <span className="ml-1 text-[0.6em] font-semibold text-ink-soft">
          {withUnit && "tokens "}({nairaOf(amount)})
        </span>
      )}
    </span>
  );
}
