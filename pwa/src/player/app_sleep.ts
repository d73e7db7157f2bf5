import { onPersonLeft } from "../lib/person_left.ts";
import { appPlayer } from "./app_player.ts";
import { SleepTimer } from "./sleep_timer.ts";

let timer: SleepTimer | undefined;

/** The sleep timer of this page's player; the first call takes up what an earlier visit has set. */
export function appSleepTimer(): SleepTimer {
  return timer ??= start();
}

function start(): SleepTimer {
  const started = new SleepTimer({ player: appPlayer(), storage: localStorage, now: () => Date.now() });
  onPersonLeft(() => started.set(null));
  return started;
}
