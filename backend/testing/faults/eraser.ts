import { eraseAccount, forgetPerson } from "../../person_data/erase.ts";
import { createFiles } from "../../adapters/files/mod.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { Store } from "../../store/store.ts";
import { registerUpcasts } from "../../store/log/upcast.ts";
import { projections } from "../../../projections/mod.ts";
import { upcasts } from "../../../migrations/upcasts.ts";
import { dyingAt } from "./dying.ts";

/** The orders of a process that erases a person, as JSON in its one argument. */
export interface EraserOrder {
  readonly url: string;
  readonly secret: string;
  readonly fingerprintKey: readonly number[];
  /** Where pictures are. */
  readonly mediaDirectory: string;
  /** Epoch ms. */
  readonly now: number;
  readonly userId: string;
  /** The one step before, in or after which it kills itself; 0: none. */
  readonly boundary: number;
}

/** Erases an account and forgets the person, as the service's job and reaction do, and dies at a chosen step. */
if (import.meta.main) {
  const order: EraserOrder = JSON.parse(Deno.args[0] ?? "{}");
  registerUpcasts(upcasts);
  const fingerprintKey = new Uint8Array(order.fingerprintKey);
  const now = () => order.now;
  const store = new Store({ url: order.url, projections, fingerprintKey, follow: false, now });
  const died = dyingAt(order.boundary);
  const deps = {
    store: died(store, ["execute", "readStream"]),
    personal: died(new PersonalData(new Keyring([order.secret])), ["keysOf", "destroy"]),
    files: died(createFiles({ kind: "disk", directory: order.mediaDirectory }), ["delete"]),
    shardOf: () => 0,
    now,
  };
  await eraseAccount(deps, order.userId);
  await forgetPerson(deps, order.userId);
  await store.close();
}
