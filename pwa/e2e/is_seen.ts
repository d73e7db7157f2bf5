import type { Locator } from "playwright-core";

/**
 * Whether a person sees it, after one scroll at most: true, or what is in the way. It has to be rendered with an opacity
 * above 0, whole inside the screen and inside every ancestor that clips, and on top at several points of its box.
 */
export async function isSeen(locator: Locator): Promise<true | string> {
  // Elements, not locators: one that has gone since is not waited for.
  const [found, ...others] = await locator.elementHandles();
  if (!found) return "is not on the page";
  const said = await found.evaluate(lookAt).catch(() => "has gone");
  if (said === true) return true;
  for (const other of others) {
    if (await other.evaluate(lookAt).catch(() => false) === true) return true;
  }
  return others.length === 0 ? said : `${said} (the first of ${others.length + 1})`;
}

/**
 * Runs in the page: everything it needs is inside. What is fixed is clipped by the screen alone; the box of words in a
 * line is higher than what they paint; what has an opacity of 0 lies on top and covers nothing.
 */
function lookAt(element: Element): true | string {
  const rectsOf = (one: Element) => [...one.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  const nameOf = (one: Element | null) => one?.outerHTML.slice(0, 100) ?? "nothing";

  function clippedBy(rect: DOMRect): string | undefined {
    if (rect.left < -1 || rect.top < -1 || rect.right > innerWidth + 1 || rect.bottom > innerHeight + 1) {
      return "is outside the screen";
    }
    const slack = getComputedStyle(element).display === "inline" ? rect.height / 4 : 1;
    for (let one = element; one.parentElement && one.parentElement !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).position === "fixed") return undefined;
      const up = one.parentElement;
      const { overflowX, overflowY } = getComputedStyle(up);
      const room = up.getBoundingClientRect();
      const cutX = rect.left < room.left - 1 || rect.right > room.right + 1;
      const cutY = rect.top < room.top - slack || rect.bottom > room.bottom + slack;
      if (overflowX !== "visible" && cutX || overflowY !== "visible" && cutY) return `is clipped by ${nameOf(up)}`;
    }
    return undefined;
  }

  /** A link whose clear pseudo-element takes the presses of a whole card. */
  function isStretched(one: Element, x: number, y: number): boolean {
    const { position, backgroundColor, backgroundImage } = getComputedStyle(one, "::after");
    const isClear = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none";
    const isBeside = rectsOf(one).every(({ left, right, top, bottom }) =>
      x < left || x > right || y < top || y > bottom
    );
    return position === "absolute" && isClear && isBeside;
  }

  function coveredAt(x: number, y: number): Element | undefined {
    const covers = (one: Element) => one.checkVisibility({ opacityProperty: true }) && !isStretched(one, x, y);
    const hit = document.elementsFromPoint(x, y).find(covers);
    if (!hit || element.contains(hit)) return undefined;
    if (hit.closest("label")?.control === element) return undefined;
    // What takes no presses lets them through to the ancestor that it lies on.
    return getComputedStyle(element).pointerEvents === "none" && hit.contains(element) ? undefined : hit;
  }

  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
    return "is hidden, or has an opacity of 0";
  }
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const rects = rectsOf(element);
  if (rects.length === 0) return "has no size";
  if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible") {
    return "is cut off at its end";
  }
  for (const rect of rects) {
    const clipped = clippedBy(rect);
    if (clipped) return clipped;
    for (const [alongX, alongY] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75]] as const) {
      const cover = coveredAt(rect.left + rect.width * alongX, rect.top + rect.height * alongY);
      if (cover) return `is covered by ${nameOf(cover)}`;
    }
  }
  return true;
}
