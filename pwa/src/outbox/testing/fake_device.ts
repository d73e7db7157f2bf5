import { openOutboxHandle, type OutboxHandle } from "../database.ts";
import type { Channel, Locks, OutboxEffects } from "../effects.ts";

/** Answers a request of a device; rejecting means that the network failed. */
export type FakeFetch = (url: string, init: RequestInit) => Promise<Response>;

interface Timer {
  at: number;
  callback: () => void;
}

/** A phone with clocks that only tests move: its tabs and its worker share one database, locks and channel. */
export class FakeDevice {
  /** Epoch ms; may be set to jump. */
  wall = Date.UTC(2026, 5, 1, 8);
  mono = 1_000;
  online = true;
  random: () => number = () => 0.5;
  fetch: FakeFetch = () => Promise.reject(new TypeError("no network"));
  syncs = 0;
  /** Called at every step of a tab or worker, with its name; a simulation kills here. */
  onStep: (context: FakeContext) => void = () => {};
  readonly contexts = new Set<FakeContext>();
  readonly #locks = new Map<string, { holder: FakeContext; queue: { by: FakeContext; grant: () => void }[] }>();

  /** Starts a tab (with the memory of its earlier life, if any) or a worker (without). */
  start(name: string, tab?: { name: string | null }): FakeContext {
    const context = new FakeContext(this, name, tab);
    this.contexts.add(context);
    return context;
  }

  /** Lets time pass; timers that come due are called. Await what they start. */
  advance(ms: number): void {
    this.wall += ms;
    this.mono += ms;
    for (const context of this.contexts) context.runTimers();
  }

  /** The network is back, or the page is looked at again. */
  wake(): void {
    for (const context of this.contexts) for (const callback of [...context.wakers]) callback();
  }

  tell(from: FakeContext): void {
    for (const context of this.contexts) {
      if (context !== from) { for (const listener of [...context.listeners]) queueMicrotask(listener); }
    }
  }

  locksFor(context: FakeContext): Locks {
    return {
      request: async (name, { ifAvailable }, work) => {
        context.step();
        if (context.dead) return await context.alive(Promise.reject());
        if (ifAvailable && this.#locks.has(name)) return await work(false);
        await this.#lock(name, context);
        try {
          return await context.alive(Promise.resolve(work(true)));
        } finally {
          if (!context.dead) this.#unlock(name);
        }
      },
    };
  }

  /** Locks of a context that ends go to the next in line. */
  releaseLocks(context: FakeContext): void {
    for (const [name, lock] of this.#locks) {
      lock.queue = lock.queue.filter(({ by }) => by !== context);
      if (lock.holder === context) this.#unlock(name);
    }
  }

  #lock(name: string, by: FakeContext): Promise<void> {
    const lock = this.#locks.get(name);
    if (lock) return new Promise((grant) => lock.queue.push({ by, grant }));
    this.#locks.set(name, { holder: by, queue: [] });
    return Promise.resolve();
  }

  #unlock(name: string): void {
    const lock = this.#locks.get(name);
    const next = lock?.queue.shift();
    if (!lock || !next) return void this.#locks.delete(name);
    lock.holder = next.by;
    next.grant();
  }
}

/** A tab or the worker. Once killed it touches nothing any more, and what it awaited never comes. */
export class FakeContext {
  readonly name: string;
  readonly effects: OutboxEffects;
  readonly wakers = new Set<() => void>();
  readonly listeners = new Set<() => void>();
  readonly keepalives: RequestInit[] = [];
  handle: OutboxHandle | undefined;
  dead = false;
  readonly #device: FakeDevice;
  readonly #transactions = new Set<{ abort(): void }>();
  #timers: Timer[] = [];

  constructor(device: FakeDevice, name: string, tab: { name: string | null } | undefined) {
    this.name = name;
    this.#device = device;
    this.effects = {
      wallNow: () => device.wall,
      deviceId: () => "this-device",
      monotonicNow: () => device.mono,
      random: () => device.random(),
      fetch: (url, init) => this.#fetch(url, init),
      locks: device.locksFor(this),
      openHandle: (onLost) => this.#open(onLost),
      openChannel: () => this.#channel(),
      online: () => device.online,
      after: (ms, callback) => this.#after(ms, callback),
      onWake: (callback) => {
        this.wakers.add(callback);
        return () => this.wakers.delete(callback);
      },
      ...(tab ? { tab: { read: () => tab.name, write: (name: string) => tab.name = name } } : {}),
      requestSync: () => device.syncs++,
    };
  }

  /** Ends it like a crash: open transactions are undone, its locks are free. */
  kill(): void {
    if (this.dead) return;
    this.dead = true;
    this.#device.contexts.delete(this);
    for (const transaction of this.#transactions) abort(transaction);
    this.handle?.close();
    this.#timers = [];
    this.#device.releaseLocks(this);
  }

  /** Passes a result on only while it lives. */
  alive<T>(result: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      result.then((value) => !this.dead && resolve(value), (error) => !this.dead && reject(error));
    });
  }

  step(): void {
    if (!this.dead) this.#device.onStep(this);
  }

  runTimers(): void {
    const due = this.#timers.filter((timer) => timer.at <= this.#device.mono);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const timer of due.sort((a, b) => a.at - b.at)) if (!this.dead) timer.callback();
  }

  #after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#device.mono + ms, callback };
    if (!this.dead) this.#timers.push(timer);
    return () => this.#timers = this.#timers.filter((other) => other !== timer);
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    if (this.dead) return new Promise(() => {});
    if (init.keepalive) this.keepalives.push(init);
    const answer = this.#device.fetch(url, init);
    this.step();
    return this.alive(answer).finally(() => this.step());
  }

  #channel(): Channel {
    return {
      tell: () => this.dead || this.#device.tell(this),
      listen: (listener) => void this.listeners.add(listener),
      close: () => this.listeners.clear(),
    };
  }

  async #open(onLost: () => void): Promise<OutboxHandle> {
    const handle = await this.alive(openOutboxHandle(onLost));
    this.handle = handle;
    return new Proxy(handle, {
      get: (target, name) => {
        if (this.dead) throw new Error("This tab is gone");
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => this.#watch(Reflect.apply(value, target, args), name);
      },
    });
  }

  #watch(result: unknown, name: string | symbol): unknown {
    this.step();
    if (name === "transaction" && isTransaction(result)) {
      this.#transactions.add(result);
      result.done.finally(() => this.#transactions.delete(result)).catch(() => undefined);
      if (this.dead) abort(result);
    }
    return result;
  }
}

function isTransaction(value: unknown): value is { abort(): void; done: Promise<void> } {
  return typeof value === "object" && value !== null && "abort" in value && "done" in value;
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It was over already.
  }
}
