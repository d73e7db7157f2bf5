import type { Quality } from "@contract/listening.ts";
import { createStore, type Store } from "../lib/store.ts";
import { Crossing } from "./crossing.ts";
import { Deck, type DeckListener } from "./deck.ts";
import { LookAhead } from "./look_ahead.ts";
import { Recovery } from "./recovery.ts";
import { qualityOf, Sources } from "./sources.ts";
import { AT_REST, type PlayerState, type Restored, spoilsSound } from "./state.ts";
import type { LeaveReason, PlayerEffects, PlayerError, PlayerEvent, PlayerTrack } from "./types.ts";

const RESTART_AFTER_SECONDS = 3;

type Choice = "queue" | "index" | "stopsAfterTrack" | "unshuffled" | "error";

/**
 * The player: a queue on an audio element, or a pair of them, that lives as long as the page. Its state is a store; the position is one
 * of its own, since it changes all the time.
 */
export class Player {
  readonly state: Store<PlayerState> = createStore(AT_REST);
  readonly position: Store<number> = createStore(0);
  readonly audio: PlayerEffects["audio"];
  readonly #deck: Deck;
  readonly #sources: Sources;
  readonly #recovery: Recovery;
  readonly #events = new PlayerEvents();
  readonly #ahead: LookAhead;
  readonly #crossing: Crossing;
  readonly #effects: PlayerEffects;

  constructor(effects: PlayerEffects) {
    const { audio } = effects;
    this.audio = audio;
    this.#effects = effects;
    this.#crossing = new Crossing(audio, { cross: (url, fade) => this.#cross(url, fade) });
    this.#sources = new Sources(effects);
    this.#ahead = new LookAhead(audio, this.#sources, effects.isVisitor);
    this.#deck = new Deck(audio, this.#deckListener());
    this.#recovery = new Recovery({
      audio,
      sources: this.#sources,
      onOnline: effects.onOnline,
      host: {
        wanted: () => this.#wanted(),
        load: (url) => this.#load(url),
        wait: () => this.#set({ waiting: true, error: null }),
        resume: () => this.#set({ playing: true }),
        hold: (error) => this.#hold(error),
      },
    });
    audio.volume = AT_REST.volume / 100;
  }

  /** Calls back now and whenever the position (seconds) changes; returns the way to stop. */
  readonly subscribeTime = (listener: (seconds: number) => void): () => void => {
    const tell = () => listener(this.position.get());
    tell();
    return this.position.subscribe(tell);
  };

  /** Calls back before the position is moved and when a track is left; returns the way to stop. */
  readonly on = this.#events.on;

  /** What comes out now: its quality, which may be less than was asked for, and whether it is the saved copy. */
  get sound(): { quality: Quality; offline: boolean } {
    const { track, quality } = this.state.get();
    const { url } = this.#deck;
    const offline = track !== null && url !== "" && url === this.#sources.saved(track);
    return { quality: qualityOf(url) ?? this.#recovery.quality(quality), offline };
  }

  /** Plays one track of a list; the list is the queue. `source` says where it was started. */
  readonly playTrack = (queue: readonly PlayerTrack[], index: number, source = ""): void => {
    this.#leave("skipped");
    this.#set({ queue, source, visible: true, unshuffled: null });
    this.#start(index);
  };

  readonly toggle = (): void => this.state.get().playing ? this.pause() : this.play();

  readonly play = (): void => {
    const { track, playing, error } = this.state.get();
    if (!track || playing) return;
    this.#set({ playing: true, error: null });
    if (!this.#deck.url) this.#begin(track);
    else if (spoilsSound(error) || this.audio.error) this.#recovery.retry();
    else {
      this.#deck.play();
      this.#recovery.watch();
    }
  };

  readonly pause = (): void => {
    this.#set({ playing: false, waiting: false });
    this.#recovery.pause();
    this.audio.pause();
  };

  /** To the next track of the queue, if there is one; from the last to the first where all is repeated. */
  readonly next = (): void => this.jumpTo(this.#indexAfter());

  /** To a track of the queue, if there is one at `index`. */
  readonly jumpTo = (index: number): void => {
    if (!this.state.get().queue[index]) return;
    this.#leave("skipped");
    this.#start(index);
  };

  /** To the start of the track when more than 3 s of it have played, else to the one before, if there is one. */
  readonly previous = (): void => {
    const { index } = this.state.get();
    if (this.position.get() > RESTART_AFTER_SECONDS) this.seek(0);
    else this.jumpTo(index - 1);
  };

  /** Moves within the track, seconds. */
  readonly seek = (seconds: number): void => {
    const { track, duration } = this.state.get();
    if (!track || !Number.isFinite(seconds)) return;
    const position = Math.min(Math.max(0, seconds), duration);
    this.#events.tell({ kind: "jump" });
    this.position.set(position);
    if (this.#deck.isSettled) this.audio.currentTime = position;
  };

  /** Stops at the start of the track; the player stays. */
  readonly stop = (): void => {
    this.pause();
    this.#leave("closed");
    this.#rewind();
  };

  /** Stops and hides the player. */
  readonly close = (): void => {
    this.pause();
    this.#leave("closed");
    this.#recovery.reset();
    this.#deck.clear();
    this.#sources.release(null);
    this.position.set(0);
    this.#set({ track: null, queue: [], index: 0, duration: 0, visible: false, error: null });
  };

  /** 0 to 100. */
  readonly setVolume = (volume: number): void => {
    const loudness = Math.min(100, Math.max(0, volume));
    this.audio.volume = loudness / 100;
    this.#set({ volume: loudness });
    this.level();
  };

  /** Brings the track to the loudness of others, as far as the volume has room for it. */
  readonly level = (): void => {
    const { track, volume } = this.state.get();
    const gain = this.#effects.levelsSongs?.() ? 10 ** ((track?.gainDb ?? 0) / 20) : 1;
    this.audio.level = Math.min(gain, 100 / volume);
  };

  /** Softer than the volume that is chosen, 0 to 1, until the volume is set or this is 1. */
  readonly fade = (share: number): void => void (this.audio.volume = this.state.get().volume / 100 * share);

  /** From off to this track, then to the whole queue, then off again. */
  readonly changeRepeat = (): void => {
    const { repeat, repeatAll } = this.state.get();
    this.#set({ repeat: !repeat && !repeatAll, repeatAll: repeat });
  };

  /** Asks for another quality, from the next track on. */
  readonly setQuality = (quality: Quality): void => this.#set({ quality });

  /** Plays faster or slower, 0.5 to 2 times the clock. The meter counts the clock's time at every speed. */
  readonly setSpeed = (speed: number): void => {
    this.#sources.speed = this.audio.defaultPlaybackRate = this.audio.playbackRate = speed;
    this.#set({ speed });
  };

  /** For changes that leave the sound alone; the track that plays must be at `index` of the queue. */
  readonly choose = (change: Partial<Pick<PlayerState, Choice>>): void => this.#set(change);

  /** Brings a queue back as it was, paused; nothing is loaded before it is played. */
  readonly restore = ({ position, volume, ...restored }: Restored): void => {
    const { queue, index, repeat, repeatAll = false, source, unshuffled } = restored;
    const track = queue[index];
    if (!track || this.state.get().track) return;
    this.setVolume(volume);
    this.position.set(Math.min(position, track.durationSeconds));
    const { durationSeconds: duration } = track;
    this.#set({ ...{ queue, index, track, repeat, repeatAll, source, unshuffled }, duration, visible: true });
  };

  #start(index: number): void {
    const { queue } = this.state.get();
    const track = queue[index];
    if (!track) return;
    this.#recovery.reset();
    this.position.set(0);
    this.#set({ index, track, duration: track.durationSeconds, playing: true, error: null });
    this.#begin(track);
    this.#sources.release(track);
  }

  #begin(track: PlayerTrack): void {
    this.#ahead.reset(this.position.get());
    this.#set({ waiting: true });
    const url = this.#sources.ready(track, this.state.get().quality);
    if (url) this.#load(url);
    // Until the address is there nothing may sound, least of all the track before.
    else this.#deck.clear();
    // Now that what was before is gone, or fades with a level of its own.
    this.level();
    if (!url) this.#recovery.retry();
  }

  #load(url: string): void {
    this.#events.tell({ kind: "jump" });
    this.#deck.load(url, { position: this.position.get(), play: this.state.get().playing });
    this.#recovery.watch();
  }

  #ended(): void {
    this.#crossing.stop();
    const { repeat, queue, index, stopsAfterTrack } = this.state.get();
    const next = repeat ? index : this.#indexAfter();
    this.#leave("ended");
    if (stopsAfterTrack || !queue[next]) this.#rest(stopsAfterTrack);
    else if (next !== index) this.#start(next);
    else {
      this.#rewind();
      this.#deck.play();
    }
  }

  #rest(isWanted: boolean): void {
    this.#set({ playing: false, waiting: false });
    this.#rewind();
    if (!isWanted) this.#events.tell({ kind: "queue_ended" });
  }

  #indexAfter(): number {
    const { queue, index, repeatAll } = this.state.get();
    return repeatAll && index === queue.length - 1 ? 0 : index + 1;
  }

  #rewind(): void {
    this.position.set(0);
    if (this.#deck.isSettled) this.audio.currentTime = 0;
  }

  #hold(error: PlayerError): void {
    this.#set({ playing: false, waiting: false, error });
    this.audio.pause();
  }

  #wanted() {
    const { track, playing, quality } = this.state.get();
    return track && playing ? { track, quality, position: this.position.get() } : undefined;
  }

  #leave(reason: LeaveReason): void {
    this.#crossing.stop();
    if (this.state.get().track) this.#events.tell({ kind: "left", reason });
  }

  #set(change: Partial<PlayerState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  #deckListener(): DeckListener {
    const isPlaying = () => this.state.get().playing;
    return {
      blocked: () => this.#hold({ code: "press_play", text: "Press play to listen" }),
      started: () => isPlaying() || this.#set({ playing: true, error: null }),
      sounding: () => this.#set({ playing: true, waiting: false, error: null }),
      starving: () => isPlaying() && this.#set({ waiting: true }),
      stopped: () => isPlaying() && this.pause(),
      moved: (position) => this.#moved(position),
      ended: () => this.#ended(),
    };
  }

  #moved(position: number): void {
    const { track, queue, quality, playing } = this.state.get();
    if (!track) return;
    this.position.set(position);
    if (!playing) return;
    const next = queue[this.#indexAfter()];
    this.#ahead.look({ track, url: this.#deck.url, next, quality });
    this.#lookForCrossing(track, next);
  }

  #lookForCrossing(track: PlayerTrack, next: PlayerTrack | undefined): void {
    const { savesData, crossfade } = this.#effects;
    const url = next !== track && !savesData() ? this.#urlAfter() : undefined;
    this.#crossing.look({ track, next, url, fade: crossfade?.() ?? 0 });
  }

  #cross(url: string, fade: number): void {
    if (url !== this.#urlAfter()) return;
    this.audio.ringOut?.(fade);
    this.#ended();
  }

  /** Of the track that follows by itself, an address that can be played immediately. */
  #urlAfter(): string | undefined {
    const { queue, repeat, stopsAfterTrack, quality } = this.state.get();
    const next = repeat || stopsAfterTrack ? undefined : queue[this.#indexAfter()];
    return next && this.#sources.ready(next, quality);
  }
}

/** Tells listeners what happens to the track. */
class PlayerEvents {
  readonly #listeners = new Set<(event: PlayerEvent) => void>();

  /** Calls back at every event; returns the way to stop. */
  readonly on = (listener: (event: PlayerEvent) => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell(event: PlayerEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
