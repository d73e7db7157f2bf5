const FRAME =
  "h-12 w-full min-w-0 rounded-md border border-line-strong bg-sunken text-base text-ink transition-colors duration-150 " +
  "hover:border-ink-soft ";
const TEXT = "placeholder:text-ink-faint read-only:text-ink-soft disabled:opacity-60 ";

/** The look of every control that holds text; 16 px, because iOS zooms into smaller ones. */
export const CONTROL = FRAME + TEXT + "px-3.5 read-only:bg-transparent aria-invalid:border-danger " +
  "focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0";

/** The same as a frame around an input and the part at its end. */
export const CONTROL_FRAME = FRAME + "flex items-center pr-1.5 has-aria-invalid:border-danger " +
  "has-[input:focus-visible]:border-focus has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-focus";

/** The input in such a frame. */
export const FRAMED = TEXT + "h-full min-w-0 flex-1 rounded-md bg-transparent px-3.5 outline-none";
