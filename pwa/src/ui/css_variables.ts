import type { CSSProperties } from "react";

/** Custom properties for `style`, which React's types leave out. */
export function cssVariables(variables: Readonly<Record<`--${string}`, string | number>>): CSSProperties {
  return variables as CSSProperties;
}
