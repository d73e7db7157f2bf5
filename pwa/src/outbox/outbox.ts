import { DeviceClock } from "./clock.ts";
import { OutboxDatabase } from "./database.ts";
import { browserEffects, type Channel, type OutboxEffects } from "./effects.ts";
import { Flusher } from "./flusher.ts";
import { forgetReporters, type Reporter, saveReporter } from "./reporters.ts";
import { dropOldDeadRows, newestMoment } from "./rows.ts";
import { Sessions } from "./sessions.ts";
import { EMPTY_SNAPSHOT, type OutboxSnapshot, SnapshotReader } from "./snapshot.ts";
import { claimTab } from "./tab.ts";
import { Writes } from "./write_queue.ts";

/**
 * Opens the outbox of this device: what is heard is kept in IndexedDB until the service has answered for it.
 * Sessions that died with their tab are ended, and sending starts. It opens even when the device cannot store;
 * the snapshot's `storageFailed` says so then. For a page and for the worker (there: `await flush()`, `close()`).
 */
export async function openOutbox(effects: OutboxEffects = browserEffects()): Promise<Outbox> {
  const outbox = new Outbox(effects, effects.tab ? await claimTab(effects) : "worker");
  await outbox.start();
  return outbox;
}

/** Everything on this device that waits for the service, for all users: listening sessions and writes. */
export class Outbox {
  /** Listening sessions: the player's part of the outbox. */
  readonly sessions: Sessions;
  /** Follows, hearts, comments, playlists: what users do beside listening. */
  readonly writes: Writes;
  readonly #database: OutboxDatabase;
  readonly #effects: OutboxEffects;
  readonly #clock: DeviceClock;
  readonly #flusher: Flusher;
  readonly #reader: SnapshotReader;
  readonly #channel: Channel;
  readonly #listeners = new Set<() => void>();
  #reporter: Reporter | undefined;
  #snapshot = EMPTY_SNAPSHOT;
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  #stopWake = () => {};

  constructor(effects: OutboxEffects, tab: string) {
    const database = new OutboxDatabase(effects.openHandle);
    const clock = new DeviceClock(effects);
    const flusher = new Flusher({
      database,
      effects,
      clock,
      before: async () => {
        if (await this.sessions.recover()) void this.#changed();
      },
      changed: () => void this.#changed(),
    });
    this.sessions = new Sessions({
      database,
      clock,
      flusher,
      tab,
      locks: effects.locks,
      reporter: () => this.#reporter,
      deviceId: effects.deviceId,
      stored: (isStored) => this.#stored(isStored),
      changed: () => void this.#changed(),
    });
    this.writes = new Writes({
      database,
      effects,
      clock,
      flusher,
      stored: (isStored) => this.#stored(isStored),
      changed: () => this.#changed(),
    });
    this.#effects = effects;
    this.#database = database;
    this.#clock = clock;
    this.#flusher = flusher;
    this.#reader = new SnapshotReader(database);
    this.#channel = effects.openChannel();
  }

  /** What the screens may say; the same object until something changed. */
  readonly snapshot = (): OutboxSnapshot => this.#snapshot;

  /** Calls back after every change of the snapshot; returns the way to stop. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Who listens from now on: call it at start, after log-in, after log-out (with undefined). Rows stay either way. */
  async setReporter(reporter: Reporter | undefined): Promise<void> {
    const isSameUser = reporter?.userId === this.#reporter?.userId;
    this.#reporter = reporter;
    if (!isSameUser) this.#show({ ...EMPTY_SNAPSHOT, userId: reporter?.userId });
    const now = this.#clock.now();
    const saved = reporter ? saveReporter(this.#database, reporter, now) : forgetReporters(this.#database);
    this.#stored(await saved.then(() => true, () => false));
    // What waits is seen before it is sent: screens say what it has earned.
    void this.#changed().then(() => this.#flusher.flush()).then(() => this.#forgetAnswered(reporter));
  }

  /** What was sent for someone who had logged out by then. */
  async #forgetAnswered(reporter: Reporter | undefined): Promise<void> {
    // What it earned is counted first, for when they are back.
    await this.refresh();
    if (!reporter && !this.#reporter) await forgetReporters(this.#database).catch(() => undefined);
  }

  /** Sends what is due; resolves when nothing more can be done now. Never throws. */
  flush(): Promise<void> {
    return this.#flusher.flush();
  }

  /** A call to the service got through, so the network is there. Cheap enough for every call. */
  nudge(): void {
    const { waiting, blocked, othersWaiting, writes } = this.#snapshot;
    const hasWrite = writes.some(({ state }) => state === "waiting");
    if (hasWrite || waiting - blocked + othersWaiting > 0) void this.#flusher.flush({ hurry: true });
  }

  /** Stops sending and listening; nothing that waits is touched. */
  close(): void {
    this.#stopWake();
    this.#flusher.close();
    this.#channel.close();
    this.#database.close();
  }

  /** Called once by `openOutbox`. */
  async start(): Promise<void> {
    this.#channel.listen(() => void this.refresh());
    this.#stopWake = this.#effects.onWake(() => void this.#flusher.flush({ hurry: true }));
    this.#stored(await this.#load().then(() => true, () => false));
    await this.refresh();
  }

  async #load(): Promise<void> {
    await dropOldDeadRows(this.#database, this.#clock.now());
    const clock = await this.#database.run((handle) => handle.get("meta", "clock"));
    if (clock?.kind === "clock") this.#clock.hear(clock.serverAt);
    // Before anything is heard here: a clock that was set back meanwhile would be behind what waits.
    this.#clock.notBefore(await newestMoment(this.#database));
  }

  #stored(isStored: boolean): void {
    if (isStored === this.#snapshot.storageFailed) this.#show({ ...this.#snapshot, storageFailed: !isStored });
  }

  #changed(): Promise<void> {
    this.#channel.tell();
    return this.refresh();
  }

  /** Reads the snapshot again; calls while one is being read are answered by one more. */
  refresh(): Promise<void> {
    this.#isStale = true;
    this.#refreshing ??= this.#readSnapshots().finally(() => this.#refreshing = undefined);
    return this.#refreshing;
  }

  async #readSnapshots(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const userId = this.#reporter?.userId;
      const read = await this.#reader.read(userId, this.#clock.now()).catch(() => undefined);
      const isNow = userId === this.#reporter?.userId;
      if (read && isNow) this.#show({ ...read, userId, isRead: true, storageFailed: this.#snapshot.storageFailed });
    }
  }

  #show(snapshot: OutboxSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#listeners]) listener();
  }
}
