import { createStore, type Store } from "../lib/store.ts";

/** The play that is being heard, in whole seconds. */
export interface LivePlay {
  playId: string;
  listenedMs: number;
}

/** What is being heard and measured on this page; undefined when nothing is, as for visitors. */
export const livePlay: Store<LivePlay | undefined> = createStore<LivePlay | undefined>(undefined);

/** Tells of a play as it goes on: at most once a second, since screens show it. */
export function tellHeard(play: LivePlay | undefined): void {
  const known = livePlay.get();
  const now = play && { playId: play.playId, listenedMs: Math.floor(play.listenedMs / 1_000) * 1_000 };
  if (now?.playId === known?.playId && now?.listenedMs === known?.listenedMs) return;
  livePlay.set(now);
}
