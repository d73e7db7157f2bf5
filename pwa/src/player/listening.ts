import { countedPlayMs } from "@contract/policy.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Session } from "../outbox/session.ts";
import { Meter, type Sample } from "./meter.ts";
import type { Player } from "./player.ts";
import { endOf } from "./segments.ts";
import type { AudioElement } from "./types.ts";

const CHECKPOINT_MS = 5_000;
/** The first report of a play: the listener sees that it earns. */
const FIRST_REPORT_MS = 6_000;
/** A pause of this length may be the last that is seen of the listener. */
const LONG_PAUSE_MS = 60_000;
/** After a pause or a reload within this time the same listen goes on. */
const RESUME_WITHIN_MS = 30 * 60_000;
const LOOKS = ["playing", "pause", "waiting", "stalled", "seeked", "ratechange", "timeupdate"] as const;
const JUMPS = ["seeking", "emptied"] as const;
const HAVE_FUTURE_DATA = 3;

interface ListeningParts {
  player: Player;
  outbox: Outbox;
  /** Never jumps, ms. */
  monotonicNow(): number;
  /** Whether the service answered when it was last called. */
  isOnline(): boolean;
  /** Calls back when the page may be about to end. */
  onPageEnd(callback: () => void): void;
  /** Is told what is being heard, at every look; undefined at the end of a listen. */
  onHeard?(play: { playId: string; listenedMs: number } | undefined): void;
}

/** One listen that is being measured. */
interface Listen {
  session: Session;
  meter: Meter;
  /** When and up to what the session was last kept on the device. */
  keptAt: number;
  keptMs: number;
  isCounted: boolean;
  /** When sound was last seen to come. */
  ranAt: number;
}

/** Connects the player with the outbox: what is heard becomes sessions, kept every 5 s and at every turn. */
export class Listening {
  readonly #parts: ListeningParts;
  #listen: Listen | undefined;
  #userId: string | undefined;
  #pauseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ListeningParts) {
    const { player, outbox, onPageEnd } = parts;
    this.#parts = parts;
    this.#userId = outbox.snapshot().userId;
    for (const event of LOOKS) player.audio.addEventListener(event, () => this.#look());
    for (const event of JUMPS) player.audio.addEventListener(event, () => this.#listen?.meter.jump(this.#sample()));
    player.on((event) => {
      if (this.#listen) event.kind === "left" ? this.#end() : this.#look();
    });
    outbox.subscribe(() => this.#followUser(outbox.snapshot().userId));
    onPageEnd(() => this.#part());
  }

  /** Goes on with the session that a reload has interrupted, if its track was restored; ends all others. */
  async resume(): Promise<void> {
    const { player, outbox } = this.#parts;
    for (const session of await outbox.sessions.resumable()) {
      const isSameTrack = session.row.trackId === player.state.get().track?.id;
      if (isSameTrack && !this.#listen && canGoOn(session)) this.#adopt(session);
      else void session.end();
    }
  }

  #adopt(session: Session): void {
    const { segments, heard, reportedSegments: reported } = session.row;
    const now = this.#parts.monotonicNow();
    const meter = new Meter({ now, elapsedMs: session.elapsedMs, segments, heard, reported });
    this.#listen = { session, meter, keptAt: now, keptMs: session.row.listenedMs, isCounted: false, ranAt: now };
    void session.resume();
    this.#awaitPlay();
  }

  #look(): void {
    const sample = this.#sample();
    // The service counts no play whose pauses are long.
    if (sample.running && this.#listen && sample.now - this.#listen.ranAt > RESUME_WITHIN_MS) this.#leave();
    if (sample.running) this.#listen ??= this.#begin(sample.now);
    const listen = this.#listen;
    if (!listen) return;
    if (sample.running) listen.ranAt = sample.now;
    const { session, meter } = listen;
    meter.sample(sample);
    session.take(meter.reading());
    this.#parts.onHeard?.(session.row);
    const isUnkept = session.row.listenedMs > listen.keptMs;
    if (this.#isDue(listen)) this.#report(listen);
    else if (isUnkept && (!sample.running || sample.now - listen.keptAt >= CHECKPOINT_MS)) {
      this.#checkpoint(listen, sample.now);
    }
    if (sample.running) this.#stopWaiting();
    else this.#awaitPlay();
  }

  #begin(now: number): Listen | undefined {
    const { player, outbox } = this.#parts;
    const { track, source } = player.state.get();
    if (!track) return undefined;
    const { id: trackId, title, artist, coverImageUrl } = track;
    const facts = { title, artist, coverImageUrl };
    const session = outbox.sessions.begin({
      trackId,
      track: facts,
      source: labelOf(track.isSuggested ? "orin-next" : source),
      ...player.sound,
    });
    return session && { session, meter: new Meter({ now }), keptAt: now, keptMs: 0, isCounted: false, ranAt: now };
  }

  /** At 6 s, if someone hears of it, and when the play counts; the other reports of a play are for pauses and its end. */
  #isDue(listen: Listen): boolean {
    const { track } = this.#parts.player.state.get();
    if (!track) return false;
    const { listenedMs, reportedMs, reports } = listen.session.row;
    const counted = countedPlayMs(track.durationSeconds * 1_000);
    const hasJustCounted = !listen.isCounted && listenedMs >= counted;
    listen.isCounted ||= hasJustCounted;
    if (hasJustCounted && reportedMs < counted) return true;
    return reports === 0 && listenedMs >= FIRST_REPORT_MS && this.#parts.isOnline();
  }

  #checkpoint(listen: Listen, now: number): void {
    listen.keptAt = now;
    listen.keptMs = listen.session.row.listenedMs;
    void listen.session.checkpoint();
  }

  #report({ session, meter }: Listen): void {
    session.take(meter.freeze());
    void session.report();
  }

  #part(): void {
    this.#look();
    if (!this.#listen) return;
    const { session, meter } = this.#listen;
    session.take(meter.freeze());
    void session.part();
  }

  #end(): void {
    this.#look();
    this.#leave();
  }

  #leave(): void {
    this.#stopWaiting();
    void this.#listen?.session.end();
    this.#listen = undefined;
    this.#parts.onHeard?.(undefined);
  }

  /** Who logs out or in ends what the other one listened to; the music plays on. */
  #followUser(userId: string | undefined): void {
    if (userId === this.#userId) return;
    this.#userId = userId;
    if (this.#listen && this.#listen.session.row.userId !== userId) this.#end();
    this.#look();
  }

  #awaitPlay(): void {
    this.#pauseTimer ??= setTimeout(() => this.#listen && this.#report(this.#listen), LONG_PAUSE_MS);
  }

  #stopWaiting(): void {
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = undefined;
  }

  #sample(): Sample {
    const { player: { audio }, monotonicNow } = this.#parts;
    const { currentTime: position, playbackRate: rate } = audio;
    return { now: monotonicNow(), position, rate, running: isRunning(audio) };
  }
}

function isRunning({ paused, ended, seeking, readyState }: AudioElement): boolean {
  return !paused && !ended && !seeking && readyState >= HAVE_FUTURE_DATA;
}

/** Not after a long time, and not when the device's clock was set back meanwhile. */
function canGoOn({ elapsedMs, idleMs, row }: Session): boolean {
  return idleMs >= 0 && idleMs <= RESUME_WITHIN_MS && elapsedMs >= endOf(row.segments.at(-1));
}

/** The service takes only short plain labels, and refuses the whole play otherwise. */
function labelOf(source: string): string {
  return source.replace(/[^\w.:-]/g, "-").slice(0, 64);
}
