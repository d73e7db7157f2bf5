import type { LyricsSource } from "@contract/lyrics.ts";
import type { ResumableUpload, UploadAnswer } from "@contract/uploads.ts";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { formatDuration } from "../../lib/format.ts";
import { createStore, type Store } from "../../lib/store.ts";
import type { FileTags } from "../read_tags.ts";
import type { LyricsDraft } from "../lyrics_draft.ts";
import type { UploadTarget } from "../upload_target.ts";
import { filledBy, missing, refusedHere, textsOf } from "./form.ts";
import type { Keeper } from "./keeper.ts";
import { EMPTY, newSong, type Shared, type Song, swapped, type UploadState } from "./model.ts";
import type { sendFile } from "./send_file.ts";

const FAILED = "Error uploading track. Please try again.";
const LOG_IN = "Authentication required. Please log in again.";
const LOST = "This file is no longer on this device: please choose it again";

/** What the queue does outside of itself. */
export interface QueueEffects {
  readonly target: UploadTarget;
  /** Left out, nothing outlives the page. */
  readonly keeper?: Keeper | undefined;
  newKey(): string;
  readTags(file: File): Promise<FileTags>;
  readonly send: typeof sendFile;
  ask(target: UploadTarget, url: string, signal: AbortSignal): Promise<ResumableUpload>;
  takeBack(target: UploadTarget, url: string): Promise<void>;
  publish(song: { texts: Readonly<Record<string, string>>; cover: File; uploadUrl: string }, options: {
    target: UploadTarget;
    signal: AbortSignal;
  }): Promise<UploadAnswer>;
  /** Gives a song its lyrics; the same ones again change nothing. */
  giveLyrics(
    song: { trackId: string; lyrics: LyricsSource },
    options: { target: UploadTarget; signal: AbortSignal },
  ): Promise<void>;
  /** Resolves when another try may help: the service is reached again, or some time has passed. */
  untilReached(signal: AbortSignal): Promise<void>;
}

/**
 * An upload of one or several recordings, from the choice to the song. Each recording is sent as soon as it is chosen, one
 * after the other, and checked by the service; none is published before all have passed. A plain class: no React.
 */
export class UploadQueue {
  readonly state: Store<UploadState> = createStore<UploadState>({ ...EMPTY });
  readonly #effects: QueueEffects;
  readonly #files = new Map<string, File>();
  /** What is under way for a song: aborted when it is paused, replaced or removed. */
  readonly #running = new Map<string, AbortController>();
  readonly #stopped = new AbortController();
  #publishing: AbortController | undefined;
  /** Recordings that are not on this device yet, or find no room there. */
  readonly #unkept = new Set<string>();
  #isSending = false;
  /** Before that another tab may hold what is kept. */
  #isOpened = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(effects: QueueEffects) {
    this.#effects = effects;
  }

  /** Goes on with what an earlier visit has left. */
  async open(): Promise<void> {
    const { keeper } = this.#effects;
    if (!keeper) return;
    this.#isOpened = true;
    this.#set({ isOpening: true });
    this.#sayKept();
    const left = await keeper.read().catch(() => undefined);
    // What was chosen meanwhile comes behind it.
    const { songs, shared } = this.state.get();
    this.#set({ isOpening: false, ...(left ? { ...left, songs: [...left.songs, ...songs] } : { songs, shared }) });
    for (const { key, status } of left?.songs ?? []) if (status === "checking") void this.#check(key);
    this.goOn();
  }

  /** Sends and publishes what waits: the artist is logged in again. */
  goOn(): void {
    void this.#sendAll();
    void this.#publishAll();
  }

  /** Stops without losing anything: the person has left, or the screen of an upload that is not kept. */
  stop(): void {
    this.#stopped.abort();
    this.#publishing?.abort();
    for (const running of this.#running.values()) running.abort();
  }

  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Takes recordings in and begins to send them. `title`: of the first, where it was typed already. */
  async add(files: readonly File[], title = ""): Promise<void> {
    const { stage } = this.state.get();
    if (stage === "success") await this.clear();
    const chosen = files.map((file, index) => ({
      song: { ...newSong(this.#effects.newKey(), file), ...(index === 0 && { title }) },
      file,
    }));
    this.#set({
      songs: [...this.state.get().songs, ...chosen.map(({ song }) => song)],
      stage: "idle",
      failure: undefined,
    });
    for (const { song, file } of chosen) await this.#take(song.key, file);
  }

  /** Another file in a song's place: what was typed stays. */
  async replace(key: string, file: File): Promise<void> {
    const old = this.#song(key);
    if (!old || old.trackId !== undefined || old.status === "sent" || old.status === "publishing") return;
    const song = { ...newSong(this.#effects.newKey(), file), title: old.title, lyrics: old.lyrics };
    await this.#forget(old);
    this.#set({
      songs: this.state.get().songs.map((known) => known.key === key ? song : known),
      failure: undefined,
      ...(this.state.get().stage === "error" ? { stage: "idle" } : {}),
    });
    await this.#take(song.key, file);
  }

  async remove(key: string): Promise<void> {
    const song = this.#song(key);
    if (!song || song.status === "publishing") return;
    const songs = this.state.get().songs.filter((known) => known.key !== key);
    this.#set({ songs, failure: undefined, ...(this.state.get().stage === "error" ? { stage: "idle" } : {}) });
    if (song.status !== "sent") await this.#forget(song);
    if (songs.length === 0) await this.clear();
    else void this.#publishAll();
  }

  /** Sends a song that failed, was refused or is stuck, from where it broke off. */
  async retry(key: string): Promise<void> {
    const song = this.#song(key);
    if (!song || !["failed", "refused", "paused"].includes(song.status)) return;
    if (song.status === "refused" && song.uploadUrl) await this.#effects.takeBack(this.#effects.target, song.uploadUrl);
    const anew = song.status === "refused" ? { uploadUrl: undefined, sentBytes: 0 } : {};
    this.#change(key, { ...anew, status: "waiting", failure: undefined });
    this.#set({ failure: undefined });
    void this.#sendAll();
  }

  pause(key: string): void {
    const song = this.#song(key);
    if (song?.status !== "waiting" && song?.status !== "sending") return;
    this.#change(key, { status: "paused" });
    this.#running.get(key)?.abort();
  }

  rename(key: string, title: string): void {
    this.#change(key, { title });
  }

  /** Whether lyrics go with a song. */
  get takesLyrics(): boolean {
    return this.#effects.target.isOwn ?? false;
  }

  changeLyrics(key: string, changes: Partial<LyricsDraft>): void {
    const song = this.#song(key);
    if (song) this.#change(key, { lyrics: { ...song.lyrics, ...changes } });
  }

  move(index: number): void {
    this.#set({ songs: swapped(this.state.get().songs, index) });
  }

  share(changes: Partial<Shared>): void {
    this.#set({ shared: { ...this.state.get().shared, ...changes } });
  }

  /** Makes songs of all recordings, once all have arrived and passed the check. */
  async publish(): Promise<void> {
    const { songs, shared } = this.state.get();
    const reason = missing(songs, shared, this.#effects.target);
    this.#set({ failure: reason, stage: reason === undefined ? "uploading" : "error" });
    if (reason !== undefined) return;
    for (const { key, status } of songs) if (status === "paused") this.#change(key, { status: "waiting" });
    void this.#sendAll();
    await this.#publishAll();
  }

  /** Recordings go on; nothing is published until the artist says so again. */
  cancel(): void {
    this.#publishing?.abort();
    this.#set({ stage: "idle", failure: undefined });
  }

  /** Forgets all of it, here and at the service. */
  async clear(): Promise<void> {
    for (const song of this.state.get().songs) if (song.status !== "sent") await this.#forget(song);
    this.#set({ ...EMPTY });
    this.#sayKept();
    await this.#dropAll();
  }

  async #dropAll(): Promise<void> {
    await this.#writing;
    if (this.#isOpened) await this.#effects.keeper?.dropAll().catch(() => undefined);
  }

  #song(key: string): Song | undefined {
    return this.state.get().songs.find((song) => song.key === key);
  }

  #set(changes: Partial<UploadState>): void {
    this.state.set({ ...this.state.get(), ...changes });
    this.#keep();
  }

  #change(key: string, changes: Partial<Song>): void {
    this.#set({ songs: this.state.get().songs.map((song) => song.key === key ? { ...song, ...changes } : song) });
  }

  /** One write after the other, each of the newest state. */
  #keep(): void {
    const { keeper } = this.#effects;
    const { isOpening, songs, stage } = this.state.get();
    if (!keeper || !this.#isOpened || isOpening || songs.length === 0 || stage === "success") return;
    this.#writing = this.#writing.then(async () => {
      if (this.#stopped.signal.aborted || this.state.get().songs.length === 0) return;
      await keeper.write(this.state.get());
    }).catch(() => this.state.set({ ...this.state.get(), isKept: false }));
  }

  async #take(key: string, file: File): Promise<void> {
    const { keeper, readTags } = this.#effects;
    this.#files.set(key, file);
    this.#unkept.add(key);
    this.#sayKept();
    keeper?.keep(key, file).then(() => void this.#unkept.delete(key)).then(() => this.#sayKept(), () => undefined);
    const tooMuch = refusedHere(file);
    const tags: FileTags | undefined = tooMuch === undefined ? await readTags(file) : undefined;
    const known = this.#song(key);
    if (!known) return;
    const refusal = tooMuch ?? refusedHere(file, tags);
    const title = known.title || (tags?.title ?? file.name.replace(/\.[^.]+$/, ""));
    const duration = formatDuration(tags?.durationSeconds ?? 0);
    this.#change(key, { title, duration, status: refusal === undefined ? "waiting" : "refused", failure: refusal });
    const { songs, shared } = this.state.get();
    if (tags) this.share(filledBy(shared, tags, { isAlbum: songs.length > 1 }));
    void this.#sendAll();
  }

  #sayKept(): void {
    this.#set({ isKept: this.#isOpened && this.#unkept.size === 0 });
  }

  async #forget({ key, uploadUrl }: Song): Promise<void> {
    this.#running.get(key)?.abort();
    this.#files.delete(key);
    this.#unkept.delete(key);
    await this.#effects.keeper?.drop(key).catch(() => undefined);
    if (uploadUrl) await this.#effects.takeBack(this.#effects.target, uploadUrl);
  }

  /** Sends what waits, one recording at a time: two would halve the line. */
  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (!this.#stopped.signal.aborted) {
        const next = this.state.get().songs.find(({ status }) => status === "waiting");
        if (!next || !await this.#sendOne(next)) break;
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** False where nothing more can be sent before the artist acts. */
  async #sendOne(song: Song): Promise<boolean> {
    const { key } = song;
    const file = this.#files.get(key) ?? await this.#effects.keeper?.file(song).catch(() => undefined);
    if (!file) {
      this.#change(key, { status: "failed", failure: LOST });
      return true;
    }
    const { target } = this.#effects;
    const { signal } = this.#begin(key);
    this.#change(key, { status: "sending", failure: undefined });
    try {
      await this.#effects.send(file, {
        ...{ target, key, url: song.uploadUrl, signal },
        onUrl: (uploadUrl) => this.#change(key, { uploadUrl }),
        onProgress: (sentBytes) => this.#progress(key, sentBytes),
      });
      this.#change(key, { status: "checking", sentBytes: file.size });
      this.#set({ isWaiting: false });
      void this.#check(key);
      return true;
    } catch (error) {
      return await this.#unsent(key, error);
    }
  }

  #progress(key: string, sentBytes: number): void {
    const songs = this.state.get().songs.map((song) => song.key === key ? { ...song, sentBytes } : song);
    // Not worth a write to the disk: the service knows better what it has.
    this.state.set({ ...this.state.get(), songs, isWaiting: false });
  }

  async #unsent(key: string, error: unknown): Promise<boolean> {
    if (isAbort(error)) return true;
    if (!this.#song(key)) return true;
    if (error instanceof ApiError && error.status === 401) {
      this.#change(key, { status: "waiting" });
      this.#set({ failure: LOG_IN, stage: "error" });
      return false;
    }
    if (!isPassing(error)) {
      this.#change(key, { status: "failed", failure: failureText(error, FAILED) });
      this.#giveUpPublishing();
      return true;
    }
    this.#change(key, { status: "waiting" });
    this.#set({ isWaiting: true });
    await this.#effects.untilReached(this.#stopped.signal);
    return true;
  }

  /** Waits for the service's check of a recording that has arrived. */
  async #check(key: string): Promise<void> {
    const { signal } = this.#begin(key);
    while (!signal.aborted && !this.#stopped.signal.aborted) {
      const url = this.#song(key)?.uploadUrl;
      if (url === undefined) return this.#sendAnew(key);
      try {
        const found = await this.#effects.ask(this.#effects.target, url, signal);
        if (found.state === "checking") continue;
        if (found.state === "receiving") return this.#sendAnew(key, url);
        this.#checked(key, found);
        return await this.#publishAll();
      } catch (error) {
        if (isAbort(error)) return;
        const status = error instanceof ApiError ? error.status : 0;
        if (status === 404 || status === 410) return this.#sendAnew(key);
        if (!isPassing(error)) return this.#change(key, { status: "failed", failure: failureText(error, FAILED) });
        this.#set({ isWaiting: true });
        await this.#effects.untilReached(this.#stopped.signal);
      }
    }
  }

  #checked(key: string, { state, reason, report }: ResumableUpload): void {
    this.#set({ isWaiting: false });
    if (state === "checked") return this.#change(key, { status: "checked", report, failure: undefined });
    this.#change(key, { status: "refused", failure: reason ?? FAILED });
    this.#giveUpPublishing();
  }

  #sendAnew(key: string, uploadUrl?: string): void {
    this.#change(key, { status: "waiting", uploadUrl, sentBytes: 0 });
    void this.#sendAll();
  }

  /** An album waits for the artist when one of its songs cannot come along. */
  #giveUpPublishing(): void {
    const { stage, songs, shared } = this.state.get();
    if (stage !== "uploading") return;
    this.#set({ stage: "error", failure: missing(songs, shared, this.#effects.target) ?? FAILED });
  }

  async #publishAll(): Promise<void> {
    if (this.#publishing) return;
    const { signal } = this.#publishing = new AbortController();
    try {
      while (this.#isReady() && !signal.aborted) {
        const { songs } = this.state.get();
        const index = songs.findIndex(({ status }) => status !== "sent");
        const next = songs[index];
        if (!next) return await this.#succeed();
        await this.#publishOne(next, { trackNumber: index + 1, signal });
      }
    } finally {
      this.#publishing = undefined;
    }
  }

  #isReady(): boolean {
    const { stage, songs } = this.state.get();
    return stage === "uploading" && !this.#stopped.signal.aborted && songs.length > 0 &&
      songs.every(({ status }) => status === "checked" || status === "sent");
  }

  /** Makes a song, then gives it its lyrics: those that are refused do not take the song back. */
  async #publishOne(song: Song, options: { trackNumber: number; signal: AbortSignal }): Promise<void> {
    const { key } = song;
    this.#change(key, { status: "publishing" });
    try {
      const trackId = song.trackId ?? await this.#makeSong(song, options);
      const lyricsFailure = await this.#sendLyrics(trackId, song.lyrics, options.signal);
      this.#change(key, { status: "sent", failure: undefined, lyricsFailure });
    } catch (error) {
      this.#change(key, { status: "checked" });
      if (isAbort(error)) return;
      if (isPassing(error)) {
        this.#set({ isWaiting: true });
        return await this.#effects.untilReached(options.signal);
      }
      this.#set({ stage: "error", failure: failureText(error, FAILED) });
    }
  }

  async #makeSong(
    song: Song,
    { trackNumber, signal }: { trackNumber: number; signal: AbortSignal },
  ): Promise<string> {
    const { target, publish } = this.#effects;
    const { shared } = this.state.get();
    const { cover } = shared;
    const { key, uploadUrl } = song;
    // The form is checked before, and what has passed the check has an address.
    if (!cover || uploadUrl === undefined) throw new Error(`Not ready to become a song: ${key}`);
    const texts = { ...textsOf(song, shared, trackNumber), ...(target.isOwn ? { sameRecording: "ask" } : {}) };
    const { trackId, sameRecording } = await publish({ texts, cover, uploadUrl }, { target, signal });
    // From here on it is a song, should the page be closed before its lyrics are there.
    this.#change(key, { trackId, isKnown: sameRecording !== undefined && sameRecording.asked !== "nobody" });
    return trackId;
  }

  /** Why the lyrics were refused; undefined where they were not. Rejects where the same may be taken later. */
  async #sendLyrics(trackId: string, lyrics: LyricsDraft, signal: AbortSignal): Promise<string | undefined> {
    const { text, language, offensive } = lyrics;
    if (text.trim() === "" || language === "") return undefined;
    try {
      const { target } = this.#effects;
      await this.#effects.giveLyrics({ trackId, lyrics: { text, language, offensive } }, { target, signal });
      return undefined;
    } catch (error) {
      const isLoggedOut = error instanceof ApiError && error.status === 401;
      if (isAbort(error) || isPassing(error) || isLoggedOut) throw error;
      return failureText(error, "The lyrics were not saved.");
    }
  }

  async #succeed(): Promise<void> {
    this.#set({ stage: "success", failure: undefined, isWaiting: false });
    this.#files.clear();
    await this.#dropAll();
  }

  #begin(key: string): AbortController {
    this.#running.get(key)?.abort();
    const running = new AbortController();
    this.#running.set(key, running);
    return running;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "abort";
}

/** Whether the same may succeed by itself, later. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError &&
    (error.kind === "network" || [408, 409, 423, 429, 502, 503, 504].includes(error.status));
}
