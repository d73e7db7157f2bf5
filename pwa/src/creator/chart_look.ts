/** Calls back when the page turns dark or light: a canvas keeps the colours it was drawn in. */
export function watchLook(draw: () => void): () => void {
  const observer = new MutationObserver(draw);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
