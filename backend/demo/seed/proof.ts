import { giveLicence } from "../../catalogue/offline_licence/give.ts";
import { ServedBytes } from "../../catalogue/stream/served_bytes.ts";
import type { Deps } from "../../deps.ts";
import { derivedId } from "../../store/log/ids.ts";
import { renditionOf } from "../../../projections/catalogue/renditions.ts";

/** A track, and how much of it is heard. */
export interface HeardTrack {
  readonly trackId: string;
  readonly durationMs: number;
  readonly listenedMs: number;
}

const LINK_MS = 6 * 3_600_000;

/** What a person is sent on the day that begins with this morning (epoch ms). */
interface Sent {
  readonly userId: string;
  readonly morning: number;
  readonly tracks: readonly HeardTrack[];
}

/**
 * The proof of the demo's plays: delivered bytes, counted by the route's own meter, and licences of
 * devices that play without the network. Ids follow from the plays', so a repetition adds nothing.
 */
export class SeedProof {
  readonly #deps: Deps;
  readonly #served: ServedBytes;
  readonly #bytes = new Map<string, number>();
  /** The world's clock may be past the morning already: what was heard then was sent then, too. */
  #morning = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#served = new ServedBytes(deps.store.sql, () => this.#morning, deps.log);
  }

  /** Sends of each track what a person with an account hears of it. */
  async serve({ userId, morning, tracks }: Sent): Promise<void> {
    this.#morning = morning;
    const listener = { subject: userId, userId, shard: this.#deps.shardOf(userId), address: undefined };
    for (const { trackId, durationMs, listenedMs } of tracks) {
      const bytes = await this.#bytesOf(trackId);
      const grantId = derivedId(userId, `stream ${trackId} ${morning}`);
      const ticket = { expiresAt: morning + LINK_MS, device: undefined, speed: 1, isCopy: false };
      this.#served.begin({ grantId, listener, trackId, durationMs, ...ticket }, { isPaid: false, taken: 0 });
      const body = this.#served.send(grantId, { start: 0, of: bytes });
      body.went(Math.ceil(bytes * listenedMs / durationMs));
      body.over();
    }
    await this.#served.settle();
  }

  /** Lets a person's device play what it has saved from now on; for Premium alone. */
  async licence(userId: string, deviceId: string): Promise<void> {
    await giveLicence(this.#deps, { userId, deviceId, metadata: { actor: `user:${userId}` } });
  }

  async #bytesOf(trackId: string): Promise<number> {
    const known = this.#bytes.get(trackId) ??
      (await renditionOf(this.#deps.store.sql, trackId, { quality: "normal" }))?.bytes;
    if (known === undefined) throw new Error(`The demo's track ${trackId} cannot be heard yet`);
    this.#bytes.set(trackId, known);
    return known;
  }
}
