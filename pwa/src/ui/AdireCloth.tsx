import { adireTile, svgUrl } from "./adire.ts";
import { classNames } from "./class_names.ts";

interface AdireClothProps {
  seed: string;
  /** Width of one repeat in px. */
  repeat?: number;
  /** Colour, strength and fading, as classes; the parent must be `relative`. */
  className?: string | undefined;
}

/** Adire laid over its parent as a pattern in one colour: the cloth behind headers and forms. */
export function AdireCloth({ seed, repeat = 96, className }: AdireClothProps) {
  const mask = `url("${svgUrl(adireTile(seed))}")`;
  return (
    <div
      aria-hidden="true"
      className={classNames("pointer-events-none absolute inset-0", className ?? "text-ink/8")}
    >
      <div
        className="size-full bg-current"
        style={{ maskImage: mask, WebkitMaskImage: mask, maskSize: `${repeat}px`, WebkitMaskSize: `${repeat}px` }}
      />
    </div>
  );
}
