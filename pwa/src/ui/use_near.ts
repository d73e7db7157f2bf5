import { type RefObject, useEffect, useRef, useState } from "react";

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
export function useNear<E extends Element>(isAtOnce: boolean): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isNear, setNear] = useState(isAtOnce || !("IntersectionObserver" in globalThis));
  useEffect(() => {
    if (isNear || !element.current) return;
    return whenNear(element.current, () => setNear(true));
  }, [isNear]);
  return [element, isNear];
}
