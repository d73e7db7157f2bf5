import type { ComponentProps } from "react";
import { isSlowNetwork } from "../lib/browser_saves_data.ts";
import { savesData } from "../lib/data_saver.ts";
import { coverSrcSet } from "./cover_sources.ts";
import { useNear } from "./use_near.ts";

interface PictureProps extends ComponentProps<"img"> {
  src: string;
  alt: string;
  /** CSS widths, for the browser to pick the file: "36px". */
  sizes: string;
}

/** What was shown before is in the browser's cache. */
const shown = new Set<string>();

/**
 * An `<img>` in the smallest format and size that will do; one address is enough, since they all end alike. It is as large
 * as its own class says, not as its file, which may be smaller than what it is shown as. It is loaded once it is near the
 * screen: most people never scroll down to most covers, and pay for each.
 */
export function Picture({ sizes, src, loading = "lazy", ...img }: PictureProps) {
  const [element, isNear] = useNear<HTMLImageElement>(loading === "eager" || shown.has(src));
  return (
    <picture className="contents">
      {isNear && (["avif", "webp"] as const).map((format) => {
        const srcSet = coverSrcSet(src, format, savesData() || isSlowNetwork());
        return srcSet && <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />;
      })}
      <img
        ref={element}
        decoding="async"
        {...img}
        {...isNear ? { src, onLoad: () => void shown.add(src) } : {}}
      />
    </picture>
  );
}
