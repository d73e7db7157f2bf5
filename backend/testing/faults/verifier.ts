import { createMail } from "../../adapters/mail/mod.ts";
import { createApp } from "../../app.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import type { Sql } from "../../store/sql.ts";
import { Store } from "../../store/store.ts";
import { registerUpcasts } from "../../store/log/upcast.ts";
import { projectionsWith } from "../../../projections/mod.ts";
import { upcasts } from "../../../migrations/upcasts.ts";
import { depsOn, NO_PAYMENTS } from "../world.ts";
import { dyingAt } from "./dying.ts";

/** The orders of a process that verifies a sign-up's code, as JSON in its one argument. */
export interface VerifierOrder {
  readonly url: string;
  readonly secret: string;
  readonly fingerprintKey: readonly number[];
  readonly directory: string;
  /** Epoch ms. */
  readonly now: number;
  /** What the browser sends. */
  readonly body: { readonly email: string; readonly otp: string; readonly signUpProof: string };
  /** The one step before, in or after which it kills itself; 0: none. Each query and each command has three. */
  readonly boundary: number;
}

/** Answers `POST /api/auth/verify-otp` once, and dies by kill -9 at a chosen step. Prints what it answered, if it did. */
if (import.meta.main) {
  const order: VerifierOrder = JSON.parse(Deno.args[0] ?? "{}");
  registerUpcasts(upcasts);
  const now = () => order.now;
  const projections = projectionsWith(new PersonalData(new Keyring([order.secret])));
  const fingerprintKey = new Uint8Array(order.fingerprintKey);
  const store = new Store({ url: order.url, projections, fingerprintKey, follow: false, now });
  const { directory } = order;
  const outbox = createMail({ kind: "outbox", directory, now });
  const deps = depsOn(dying(store, order.boundary), {
    directory,
    outbox,
    payments: NO_PAYMENTS,
    identity: undefined,
    now,
  });
  const app = createApp(deps, { isReady: () => true, pagesDirectory: "" });
  const response = await app.request("/api/auth/verify-otp", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order.body),
  });
  console.log(await response.text());
  Deno.exit();
}

/** A store where any command or query may be the last act of the process. */
function dying(store: Store, boundary: number): Store {
  const died = dyingAt(boundary);
  const { begin } = died({ begin: store.sql.begin }, ["begin"]);
  const { ask } = died({ ask: store.sql }, ["ask"]);
  const isQuery = ([strings]: unknown[]) => Array.isArray(strings) && "raw" in strings;
  const sql: Sql = new Proxy(store.sql, {
    apply: (query, self, said) => Reflect.apply(isQuery(said) ? ask : query, self, said),
    get: (from, name) => name === "begin" ? begin : Reflect.get(from, name),
  });
  const commands = died(store, ["execute"]);
  return new Proxy(commands, { get: (from, name) => name === "sql" ? sql : Reflect.get(from, name) });
}
