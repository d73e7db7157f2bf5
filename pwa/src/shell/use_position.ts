import { useEffect, useState } from "react";
import type { PlayerView } from "./player_view.ts";

/** The position in whole seconds; only the component that calls this renders as it ticks. */
export function usePosition({ subscribeTime }: Pick<PlayerView, "subscribeTime">): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => subscribeTime((now) => setSeconds(Math.floor(now))), [subscribeTime]);
  return seconds;
}
