interface ProgressProps {
  label: string;
  value: number;
  max: number;
  /** What the value means in words, such as "12 of 20 plays". */
  text?: string | undefined;
}

/** How much of something is done or used. */
export function Progress({ label, value, max, text }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
      className="h-2 overflow-hidden rounded-full bg-ink/12"
    >
      <div
        className="h-full w-full origin-left rounded-full bg-primary transition-transform duration-300 ease-out"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
