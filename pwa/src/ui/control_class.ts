/** The look of every control that holds text; 16 px, because iOS zooms into smaller ones. */
export const CONTROL = "h-12 w-full min-w-0 rounded-md border border-line-strong bg-sunken px-3.5 text-base text-ink " +
  "placeholder:text-ink-faint transition-colors duration-150 hover:border-ink-soft " +
  "focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 " +
  "aria-invalid:border-danger disabled:opacity-60 read-only:bg-transparent read-only:text-ink-soft";
