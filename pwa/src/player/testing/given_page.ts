import { openOutbox, type Outbox } from "../../outbox/outbox.ts";
import type { Reporter } from "../../outbox/reporters.ts";
import { type FakeContext, FakeDevice } from "../../outbox/testing/fake_device.ts";
import { FakeService } from "../../outbox/testing/fake_service.ts";
import { Listening } from "../listening.ts";
import { GivenPlayer } from "./given.ts";

type Parts = Pick<GivenPage, "given" | "device" | "service" | "context" | "memory" | "outbox">;

/** The app in a tab, on a phone and with a service in the test's hands: player, listening and outbox. */
export class GivenPage {
  readonly given: GivenPlayer;
  readonly listening: Listening;
  /** The page may be about to end. */
  end: () => void = () => {};

  readonly device: FakeDevice;
  readonly service: FakeService;
  readonly context: FakeContext;
  readonly memory: { name: string | null };
  readonly outbox: Outbox;

  private constructor({ given, device, service, context, memory, outbox }: Parts) {
    this.given = given;
    this.device = device;
    this.service = service;
    this.context = context;
    this.memory = memory;
    this.outbox = outbox;
    this.given.audio.onPass = (ms) => device.advance(ms);
    this.listening = new Listening({
      player: this.given.player,
      outbox,
      monotonicNow: () => device.mono,
      isOnline: () => device.online,
      onPageEnd: (callback) => void (this.end = callback),
    });
  }

  /** On a new phone, or after a reload of the page `before`. */
  static async open(reporter: Reporter | undefined, before?: GivenPage, given = new GivenPlayer()): Promise<GivenPage> {
    const device = before?.device ?? new FakeDevice();
    const service = before?.service ?? new FakeService({ "token-ada": "ada", "token-bola": "bola" });
    device.fetch = (url, init) => Promise.resolve(service.answer(init, { now: device.wall, url }));
    const memory = before?.memory ?? { name: null };
    const context = device.start("tab", memory);
    const outbox = await openOutbox(context.effects);
    await outbox.setReporter(reporter);
    return new GivenPage({ given, device, service, context, memory, outbox });
  }

  get player() {
    return this.given.player;
  }

  hear(seconds: number): Promise<void> {
    return this.given.audio.hear(seconds);
  }

  /** Lets the writes and requests that were started come to their end. */
  async rest(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      await this.outbox.flush();
      for (let tick = 0; tick < 20; tick++) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Ms of each play that the service has credited. */
  async credited(): Promise<number[]> {
    await this.rest();
    if (this.service.faults.length > 0) throw new Error(this.service.faults.join(", "));
    return [...this.service.plays.values()].map((play) => play.listenedMs);
  }
}
