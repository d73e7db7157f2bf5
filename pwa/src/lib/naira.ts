import { formatNaira, formatTokensWithNaira } from "@contract/money.ts";
import { formatFullCount } from "./format.ts";

/** Tokens as naira: 1 token is ₦1. */
export function nairaOf(tokens: number): string {
  return formatNaira(Math.round(tokens * 100));
}

/** Tokens with what they are worth, in a sentence: "1,234.50 tokens (₦1,234.50)". */
export function tokensWithNaira(tokens: number): string {
  return formatTokensWithNaira(Math.round(tokens * 100));
}

/** Naira in a sentence: "₦2", "₦1.79", "₦5,000". By hand, since the first screen says it. */
export function shortNaira(tokens: number): string {
  const units = Math.round(tokens * 100);
  const part = units % 100;
  return `₦${formatFullCount(Math.floor(units / 100))}${part === 0 ? "" : `.${String(part).padStart(2, "0")}`}`;
}
