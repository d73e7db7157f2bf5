import { useState } from "react";
import { adireCover, svgUrl } from "./adire.ts";
import { classNames } from "./class_names.ts";
import { placeholderOf } from "./cover_sources.ts";
import { Picture } from "./Picture.tsx";

interface CoverProps {
  src: string | undefined;
  /** Makes the adire cloth that replaces a missing cover: the track's id. */
  seed: string;
  /** Empty (the default) where the title is beside it. */
  alt?: string | undefined;
  /** Width in CSS px as it will be shown, or a `sizes` text such as "(min-width: 48rem) 12rem, 45vw". */
  size: number | string;
  placeholder?: string | undefined;
  /** For the one picture that decides how fast the screen looks. */
  priority?: boolean;
  className?: string | undefined;
}

/** A square cover in the best format and size, two colours while it loads, adire cloth when it is missing. */
export function Cover({ src, seed, alt = "", size, placeholder, priority = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string>();
  const shown = src && src !== broken ? src : svgUrl(adireCover(seed));
  const sizes = typeof size === "number" ? `${size}px` : size;
  const pixels = typeof size === "number" ? size : 512;
  return (
    <span
      className={classNames("block aspect-square overflow-hidden bg-dye", className ?? "rounded-md")}
      style={{ background: placeholderOf(placeholder), ...(typeof size === "number" ? { width: size } : {}) }}
    >
      <Picture
        src={shown}
        alt={alt}
        sizes={sizes}
        width={pixels}
        height={pixels}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        className="size-full object-cover"
        onError={() => setBroken(src)}
      />
    </span>
  );
}
