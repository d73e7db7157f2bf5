/// <reference lib="dom" />
import type { BrowserContext } from "playwright-core";

/** Sound of a track that came out of a page while a user was logged in; "" without a log-in. */
export interface Heard {
  readonly userId: string;
  readonly trackId: string;
  readonly ms: number;
}

declare global {
  /** Tells the test what a page has played so far. */
  var orinHeard: (page: string, heard: Heard) => Promise<void>;
}

/**
 * Listens to all pages of a context from now on, beside the app and without a line of it: every audio element, by its
 * own events and place. Also pages that are killed have told all but their last moment.
 */
export async function listenIn(context: BrowserContext): Promise<() => Heard[]> {
  const byPage = new Map<string, Heard>();
  await context.exposeBinding("orinHeard", (_, page: string, heard: Heard) => {
    byPage.set(`${page} ${heard.userId} ${heard.trackId}`, heard);
  });
  await context.addInitScript(listenInPage);
  return () => [...byPage.values()];
}

/** Runs in the page, before its scripts: the player's elements are in no document. */
function listenInPage(): void {
  const page = crypto.randomUUID();
  const heard = new Map<string, number>();
  const events = [
    ...["play", "playing", "pause", "waiting", "stalled", "seeking", "seeked", "ratechange", "timeupdate", "ended"],
    "emptied",
  ];
  const MOST_APART_MS = 500;

  function follow(audio: HTMLAudioElement): void {
    let last: { at: number; position: number; rate: number; source: string; runs: boolean } | undefined;
    const look = () => {
      const { paused, ended, seeking, readyState, currentTime: position, playbackRate: rate, currentSrc: source } =
        audio;
      const now = {
        at: performance.now(),
        position,
        rate,
        source,
        runs: !paused && !ended && !seeking && readyState >= 3,
      };
      if (last?.runs && last.source === source && !seeking) {
        const [clock, sound] = [now.at - last.at, (position - last.position) * 1_000 / last.rate];
        if (sound > 0 && Math.abs(clock - sound) < MOST_APART_MS) add(source, Math.min(clock, sound));
      }
      last = now;
    };
    for (const event of events) audio.addEventListener(event, look);
    setInterval(look, 100);
  }

  function add(source: string, ms: number): void {
    const userId = localStorage.getItem("userId") ?? "";
    const [trackId = ""] = /[0-9a-f-]{36}/.exec(source) ?? [];
    const total = (heard.get(userId + trackId) ?? 0) + ms;
    heard.set(userId + trackId, total);
    void globalThis.orinHeard(page, { userId, trackId, ms: total });
  }

  Object.assign(globalThis, {
    Audio: class extends Audio {
      constructor(source?: string) {
        super(source);
        follow(this);
      }
    },
  });
}

const CLOCK = "test.clock";

/** From now on the clocks of this context's pages are off by what `setClock` says, and jump when it says so. */
export async function loosenClock(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    const Real = Date;
    const off = () => Number(localStorage.getItem(key) ?? 0);
    class Loose extends Real {
      constructor(...given: [] | [string | number | Date]) {
        super(...(given.length === 0 ? [Real.now() + off()] : given) as [number]);
      }
      static override now(): number {
        return Real.now() + off();
      }
    }
    // Dates that others have made are dates all the same.
    Object.defineProperty(Loose, Symbol.hasInstance, { value: (one: unknown) => one instanceof Real });
    Object.assign(globalThis, { Date: Loose });
  }, CLOCK);
}

/** Sets the clock of a context off by so many ms, in all of its pages together. */
export async function setClock(context: BrowserContext, offMs: number): Promise<void> {
  const [page] = context.pages();
  await page?.evaluate(([key, off]) => localStorage.setItem(key, off), [CLOCK, String(offMs)] as const);
}
