import { lazy, useEffect, useRef, useState } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { usePlaying } from "./playing.ts";

const NextActions = lazy(() => import("./NextActions.tsx").then((module) => ({ default: module.NextActions })));

/** Opens when the service refuses a stream because today's free plays are used up, and shows the ways on. */
export function PlaysUsedUp() {
  const { errorCode } = usePlaying();
  const isUsedUp = errorCode === "free_plays_used_up";
  // What was refused before this screen came was said before.
  const wasUsedUp = useRef(isUsedUp);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isUsedUp && !wasUsedUp.current) setOpen(true);
    wasUsedUp.current = isUsedUp;
  }, [isUsedUp]);
  return isOpen && (
    <Deferred>
      <NextActions onClose={() => setOpen(false)} />
    </Deferred>
  );
}
