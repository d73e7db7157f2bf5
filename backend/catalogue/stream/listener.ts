import { createHmac } from "node:crypto";
import type { Keyring } from "../../store/personal/keyring.ts";

/** Who listens, and under which name their streams are counted. */
export interface Listener {
  /** A user's id, or `device:<id>` of a visitor. */
  readonly subject: string;
  /** Undefined for visitors. */
  readonly userId: string | undefined;
  readonly shard: number;
  /** Where a visitor comes from, as a keyed hash of one day; undefined for users. */
  readonly address: string | undefined;
  /** What a user's device calls itself, where it says so. */
  readonly device?: string | undefined;
}

interface Caller {
  readonly userId: string | undefined;
  /** A visitor's own name for the device. */
  readonly deviceId: string | undefined;
  readonly address: string;
  /** Lagos day. */
  readonly day: string;
}

const DEVICE_ID = /^[\w.:-]{8,64}$/;

/** Visitors are known by what their device calls itself, or by their address where it says nothing usable. */
export class Listeners {
  readonly #key: Uint8Array;

  constructor(keys: Keyring, readonly shardOf: (userId: string) => number) {
    this.#key = keys.kept("visitor addresses");
  }

  of({ userId, deviceId, address, day }: Caller): Listener {
    if (userId !== undefined) {
      const device = deviceId !== undefined && DEVICE_ID.test(deviceId) ? deviceId : undefined;
      return { ...this.#named(userId, { userId, address: undefined }), device };
    }
    const hashed = createHmac("sha256", this.#key).update(`${day} ${address}`).digest("base64url").slice(0, 22);
    const device = deviceId !== undefined && DEVICE_ID.test(deviceId) ? deviceId : `at-${hashed}`;
    return this.#named(`device:${device}`, { userId: undefined, address: hashed });
  }

  /**
   * A visitor who listens on another site, where nothing is stored and there is no log-in: known for one day by address
   * and browser, so that a page that is loaded again brings no new free plays.
   */
  embedded({ address, browser, day }: Pick<Caller, "address" | "day"> & { readonly browser: string }): Listener {
    const hashed = createHmac("sha256", this.#key).update(`${day} embedded ${address} ${browser}`).digest("base64url");
    return this.of({ userId: undefined, deviceId: `embed-${hashed.slice(0, 22)}`, address, day });
  }

  /** The listener that a media link was made for. */
  ofSubject(subject: string, caller: Omit<Caller, "userId" | "deviceId">): Listener {
    const device = /^device:(.*)$/.exec(subject)?.[1];
    if (device === undefined) return this.of({ ...caller, userId: subject, deviceId: undefined });
    return { ...this.of({ ...caller, userId: undefined, deviceId: undefined }), ...this.#place(subject) };
  }

  #named(subject: string, rest: Pick<Listener, "userId" | "address">): Listener {
    return { ...this.#place(subject), ...rest };
  }

  #place(subject: string): Pick<Listener, "subject" | "shard"> {
    return { subject, shard: this.shardOf(subject) };
  }
}
