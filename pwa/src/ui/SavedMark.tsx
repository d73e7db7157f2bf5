import { CircleArrowDown } from "lucide-react";

/** Says that a song is on this device, before its artist. */
export function SavedMark() {
  return (
    <>
      <CircleArrowDown aria-hidden="true" size={14} className="mr-1 shrink-0 text-accent" />
      <span className="sr-only">Saved,&#32;</span>
    </>
  );
}
