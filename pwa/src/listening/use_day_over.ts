import type { Earning } from "@contract/earning.ts";
import { useEffect } from "react";
import { startOfToday } from "../lib/format.ts";
import { getSession } from "../lib/session.ts";
import { createStore, useStore } from "../lib/store.ts";
import { livePlay } from "../player/live_play.ts";
import { announce } from "../ui/live_region.ts";
import { dayOverText, isDayOver } from "./earning_words.ts";

const KEY = "orin.day-over";
const SHOWN_MS = 30_000;

const shown = createStore<string | undefined>(undefined);

/** Says, once a day and while one listens, that the day gives nothing more; the text for as long as it is new. */
export function useDayOver(earning: Earning | undefined): string | undefined {
  const isHeard = useStore(livePlay) !== undefined;
  const text = isHeard && earning && isDayOver(earning) ? dayOverText(earning) : undefined;
  useEffect(() => {
    if (text !== undefined) sayOnce(text);
  }, [text]);
  return useStore(shown);
}

function sayOnce(text: string): void {
  const day = `${getSession()?.userId} ${startOfToday()}`;
  if (localStorage.getItem(KEY) === day) return;
  localStorage.setItem(KEY, day);
  announce(text);
  shown.set(text);
  setTimeout(() => shown.set(undefined), SHOWN_MS);
}
