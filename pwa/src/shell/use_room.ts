import { type RefObject, useEffect, useRef } from "react";

/** Writes the height of what lies over the page into a variable of the frame, so that the page ends above it. */
export function useRoom<Part extends HTMLElement>(variable: `--${string}`): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(variable, `${part.current?.offsetHeight ?? 0}px`));
    if (part.current) observer.observe(part.current);
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
    };
  }, [variable]);
  return part;
}
