/** The dense tables of the books: rows of 40 px, figures below each other. */
export const HEADS = "border-b border-line text-left text-xs text-ink-soft";
export const HEAD = "h-10 px-3 font-semibold whitespace-nowrap";
export const ROW = "border-b border-line last:border-0";
export const TOTAL = "border-t-2 border-line font-bold";
export const CELL = "h-10 px-3 py-1";
export const NUMBER = "h-10 px-3 py-1 text-right whitespace-nowrap tabular-nums";
