import { formatTokens } from "../lib/format.ts";
import { classNames } from "./class_names.ts";

interface TokensProps {
  /** As answers give it, in tokens. */
  amount: number;
  /** Says the unit behind the figure. */
  withUnit?: boolean;
  className?: string | undefined;
}

/** An amount of tokens with two decimals, in figures of equal width. */
export function Tokens({ amount, withUnit = false, className }: TokensProps) {
  return (
    <span className={classNames("whitespace-nowrap tabular-nums", className)}>
      {formatTokens(amount)}
      {withUnit && <span className="ml-1 text-[0.6em] font-semibold text-ink-soft">tokens</span>}
    </span>
  );
}
