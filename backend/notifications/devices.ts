import { createHash } from "node:crypto";
import type { PushTarget } from "../adapters/push/types.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Sql } from "../store/sql.ts";
import { type DeviceRow, devicesOf, forgetAllOf, forgetDevice, forgetReadsBefore, keepDevice } from "./table.ts";

const MOST_DEVICES = 10;
const DAY_MS = 24 * 3_600_000;
const READS_KEPT_DAYS = 91;

/**
 * Sends a person's pushes to this browser, as long as this session lasts. Doing it again changes nothing. Throws
 * Refusal `invalid_request` for an address that is no push service's: it is never called.
 */
export async function subscribeDevice(
  deps: Pick<Deps, "store" | "personal" | "push" | "now">,
  { userId, sessionId, target }: { userId: string; sessionId: string; target: PushTarget },
): Promise<void> {
  if (!deps.push.isServed(target.endpoint)) {
    throw new Refusal("invalid_request", "Orin does not know this browser's push service");
  }
  if (!deps.push.isUsable(target.keys)) throw new Refusal("invalid_request", "The keys of this browser are not usable");
  const { sql } = deps.store;
  const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const endpointHash = hashOf(target.endpoint);
  const sealed = key.seal(fieldOf(endpointHash), JSON.stringify(target));
  const [subscriptionId, createdAt] = [newId(deps.now()), deps.now()];
  await keepDevice(sql, { subscriptionId, endpointHash, userId, sessionId, sealed, createdAt }, MOST_DEVICES);
}

/** Sends nothing to this browser any more. Doing it again changes nothing. */
export async function unsubscribeDevice(
  { store: { sql } }: Pick<Deps, "store">,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await forgetDevice(sql, { userId, endpointHash: hashOf(endpoint) });
}

/** Where a device is reached; undefined for an erased person. */
export async function targetOf(
  deps: Pick<Deps, "store" | "personal">,
  { userId, endpointHash, sealed }: DeviceRow,
): Promise<PushTarget | undefined> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  return key && JSON.parse(key.open(fieldOf(endpointHash), sealed)) as PushTarget;
}

/** How many devices show a person's pushes. */
export async function countDevices({ store: { sql }, now }: Pick<Deps, "store" | "now">, userId: string) {
  return (await devicesOf(sql, [userId], now())).length;
}

/** A person's devices for the export: where their push services are, and since when. */
export async function ownDevices(
  deps: Pick<Deps, "store" | "personal" | "now">,
  userId: string,
): Promise<{ service: string; since: string }[]> {
  const rows = await devicesOf(deps.store.sql, [userId], deps.now());
  const targets = await Promise.all(rows.map((row) => targetOf(deps, row)));
  return rows.map(({ createdAt }, index) => ({
    service: new URL(targets[index]?.endpoint ?? "https://unknown.invalid").host,
    since: new Date(createdAt).toISOString(),
  }));
}

/** Of an erased person. */
export async function forgetNotifications(sql: Sql, userId: string): Promise<void> {
  await forgetAllOf(sql, userId);
}

/** Forgets which single notifications were read, once they are gone themselves; `now` in epoch ms. */
export async function forgetOldReads(sql: Sql, now: number): Promise<void> {
  await forgetReadsBefore(sql, now - READS_KEPT_DAYS * DAY_MS);
}

function hashOf(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("hex");
}

function fieldOf(endpointHash: string): string {
  return `push ${endpointHash}`;
}
