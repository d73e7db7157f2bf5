import type { ComponentProps } from "react";
import { savesData } from "../lib/data_saver.ts";
import { coverSrcSet } from "./cover_sources.ts";

interface PictureProps extends ComponentProps<"img"> {
  src: string;
  alt: string;
  /** CSS widths, for the browser to pick the file: "36px". */
  sizes: string;
}

/** An `<img>` in the smallest format and size that will do; one address is enough, since they all end alike. */
export function Picture({ sizes, ...img }: PictureProps) {
  return (
    <picture>
      {(["avif", "webp"] as const).map((format) => {
        const srcSet = coverSrcSet(img.src, format, savesData());
        return srcSet && <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />;
      })}
      <img loading="lazy" decoding="async" {...img} />
    </picture>
  );
}
