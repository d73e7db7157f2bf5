import type { Page } from "playwright-core";

/** Only catches hangs: sound takes its time, and a busy machine lets it stall. */
const PATIENCE_MS = 300_000;

declare global {
  /** What the player's element did. */
  var sound: { audio: HTMLAudioElement | undefined; heardSeconds: number };
}

/** Waits until so much was heard on the page since it was loaded; the page remembers its sound. */
export async function untilHeard(page: Page, seconds: number): Promise<void> {
  // In the page: asking it from here would take more than the sound does.
  const isHeard = (wanted: number) => globalThis.sound.heardSeconds >= wanted;
  await page.waitForFunction(isHeard, seconds, { polling: 200, timeout: PATIENCE_MS });
}

/** How many seconds of sound the page has played since it was loaded. */
export function heard(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.sound.heardSeconds);
}

/** Runs in the page, before its scripts: the player's element is in no document. */
export function rememberSound(): void {
  const sound: typeof globalThis.sound = { audio: undefined, heardSeconds: 0 };
  const watch = (audio: HTMLAudioElement) => {
    let last = 0;
    sound.audio ??= audio;
    // The player has two, of which one holds the start of the next song.
    audio.addEventListener("playing", () => sound.audio = audio);
    // What lies between was not heard, however long it was until the next word of time.
    audio.addEventListener("seeking", () => last = audio.currentTime);
    audio.addEventListener("timeupdate", () => {
      const step = audio.currentTime - last;
      if (step > 0 && !audio.seeking) sound.heardSeconds += step;
      last = audio.currentTime;
    });
  };
  Object.assign(globalThis, {
    sound,
    Audio: class extends Audio {
      constructor(src?: string) {
        super(src);
        watch(this);
      }
    },
  });
}
