import { User } from "lucide-react";
import { useState } from "react";
import { classNames } from "./class_names.ts";
import { Picture } from "./Picture.tsx";

interface AvatarProps {
  src?: string | undefined;
  /** Empty when the name is beside it. */
  alt?: string | undefined;
  size?: number;
  className?: string | undefined;
}

/** A person's picture, or the generic user icon when there is none or it does not load. */
export function Avatar({ src, alt = "", size = 40, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      className={classNames(
        "inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-dye text-on-dye",
        className,
      )}
      style={{ width: size, height: size }}
    >
      {src && src !== broken
        ? (
          <Picture
            src={src}
            alt={alt}
            sizes={`${size}px`}
            width={size}
            height={size}
            className="size-full object-cover"
            onError={() => setBroken(src)}
          />
        )
        : <User size={size * 0.55} role={alt ? "img" : undefined} aria-label={alt || undefined} aria-hidden={!alt} />}
    </span>
  );
}
