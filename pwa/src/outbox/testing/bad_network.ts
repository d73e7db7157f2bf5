import type { FakeDevice } from "./fake_device.ts";
import type { FakeService } from "./fake_service.ts";
import { problem } from "./problem.ts";

type State = "good" | "lossy" | "storm" | "down" | "offline";
const STATES: readonly State[] = ["good", "lossy", "lossy", "storm", "down", "offline"];

interface Parts {
  device: FakeDevice;
  service: FakeService;
  random(): number;
}

/** The way to the service: requests are lost before and after it decided, answers cut short, storms of refusals. */
export class BadNetwork {
  readonly #parts: Parts;
  #state: State = "good";

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  change(): void {
    this.#set(STATES[this.#below(STATES.length)] ?? "good");
  }

  heal(): void {
    this.#set("good");
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const { device, service, random } = this.#parts;
    await this.#latency();
    const luck = random();
    if (this.#state === "down" || this.#state === "offline") throw new TypeError("Failed to fetch");
    if (this.#state === "storm") return this.#storm(luck, url);
    if (this.#state === "lossy" && luck < 0.25) throw new TypeError("Failed to fetch");
    const isSilent = this.#state === "lossy" && luck > 0.9;
    const response = service.answer(isSilent ? withoutFirstPlay(init) : init, { now: device.wall, url });
    await this.#latency();
    return this.#state === "good" ? response : await this.#damage(response, luck);
  }

  #set(state: State): void {
    this.#state = state;
    this.#parts.device.online = state !== "offline";
  }

  /** Mostly short, sometimes long enough for the play to go on and end meanwhile. */
  #latency(): Promise<void> {
    return ticks(this.#below(this.#parts.random() < 0.5 ? 6 : 150));
  }

  /** After the service has decided the answer is lost or cut short. */
  async #damage(response: Response, luck: number): Promise<Response> {
    if (luck < 0.45) throw new TypeError("Failed to fetch");
    if (luck > 0.6) return response;
    const text = await response.text();
    return new Response(text.slice(0, this.#below(text.length)), response);
  }

  #storm(luck: number, url: string): Response {
    if (luck < 0.4) return problem(503, { "retry-after": String(this.#below(600)) });
    // Only plays can be too large.
    const isPlay = /^\/api\/v1\/plays?(\/|$)/.test(url);
    return problem(luck < 0.6 ? 429 : luck < 0.8 || !isPlay ? 500 : 413);
  }

  #below(limit: number): number {
    return Math.floor(this.#parts.random() * limit);
  }
}

/** Lets other tasks run so many times. */
export async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await new Promise((resolve) => setImmediate(resolve));
}

/** What a service does that overlooks one of the plays. */
function withoutFirstPlay(init: RequestInit): RequestInit {
  const body: { plays?: unknown[] } = JSON.parse(String(init.body ?? "{}"));
  if (!body.plays) return init;
  return { ...init, body: JSON.stringify({ ...body, plays: body.plays.slice(1) }) };
}
