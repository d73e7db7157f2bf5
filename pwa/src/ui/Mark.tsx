import { markShapes } from "./mark.ts";

const SHAPES = markShapes({ ring: "currentColor", seed: "var(--marigold)" });

/** Orin's mark in the colour of the text beside it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="-53 -53 106 106"
      aria-hidden="true"
      className={className}
      dangerouslySetInnerHTML={{ __html: SHAPES }}
    />
  );
}
