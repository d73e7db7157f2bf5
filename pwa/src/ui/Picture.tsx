import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { isSlowNetwork } from "../lib/browser_saves_data.ts";
import { savesData } from "../lib/data_saver.ts";
import { coverSrcSet } from "./cover_sources.ts";

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

/** How far below the screen a picture is loaded ahead. Browsers' own `loading="lazy"` takes all within 1,250 to 2,500 px. */
const AHEAD = "300px 0px";

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls once, as soon as the element is near the screen. Returns how to stop waiting. */
function whenNear(element: Element, show: () => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
  }, { rootMargin: AHEAD });
  const stop = () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
  waiting.set(element, () => {
    stop();
    show();
  });
  observer.observe(element);
  return stop;
}

/** Whether an element is near the screen or was. Where browsers cannot tell, and where `isAtOnce`, it is from the start. */
function useNear<E extends Element>(isAtOnce: boolean): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isNear, setNear] = useState(isAtOnce || !("IntersectionObserver" in globalThis));
  useEffect(() => {
    if (isNear || !element.current) return;
    return whenNear(element.current, () => setNear(true));
  }, [isNear]);
  return [element, isNear];
}
