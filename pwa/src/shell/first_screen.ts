import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createStore, useStore } from "../lib/store.ts";

/** A screen that has its code asks for its answers immediately; only then is nothing in progress for it. */
const ASKS_WITHIN_MS = 50;
/** Answers that do not come hold nothing up for ever. */
const LONGEST_MS = 5_000;

const stands = createStore(false);
let isPast = false;

/** Told by the screen once its code has come and it is in the page. */
export function screenStands(): void {
  stands.set(true);
}

/**
 * Whether the first screen has its code and its answers. What is out of sight comes after it: on a slow network every
 * file takes its turn. True from the start where the worker has all files already.
 */
export function useFirstScreen(): boolean {
  const isThere = useStore(stands);
  const isAsking = useIsFetching() > 0;
  const [isOver, setOver] = useState(() => isPast || Boolean(navigator.serviceWorker?.controller));
  useEffect(() => {
    const end = () => setOver(isPast = true);
    const timer = setTimeout(end, isThere && !isAsking ? ASKS_WITHIN_MS : LONGEST_MS);
    return () => clearTimeout(timer);
  }, [isThere, isAsking]);
  return isOver;
}
