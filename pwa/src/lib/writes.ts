import { newId } from "@contract/ids.ts";
import type { WriteFacts } from "../outbox/schema.ts";
import type { OutboxSnapshot, OwnWrite } from "../outbox/snapshot.ts";
import { subjectOf, type Write, type WriteRequest } from "../outbox/write.ts";
import type { DirectCall } from "../outbox/write_queue.ts";
import { api } from "./api.ts";
import { ApiError } from "./api_error.ts";
import { appOutbox, outboxSnapshot } from "./app_outbox.ts";
import { isOnline } from "./connection.ts";
import { getSession, subscribeSession } from "./session.ts";
import { createStore, useStore } from "./store.ts";

/** A write that lists fetched before it do not show yet. */
export interface ShownWrite extends Omit<OwnWrite, "state"> {
  state: OwnWrite["state"] | "sent";
  /** When the service had answered, epoch ms; undefined while it has not. */
  sentAt?: number;
}

interface NewWrite extends WriteFacts {
  write: Write;
  /** The key of an earlier try of the same; else a new one. */
  id?: string;
}

interface SubmittedWrite {
  /** Else it waits on this device. */
  isSent: boolean;
  /** What the service said, where this page has asked it. */
  answer: unknown;
}

/** Those that this page has handed in and the outbox does not show yet; on a device that cannot store, all of them. */
const handedIn = createStore<readonly (ShownWrite & { userId: string })[]>([]);
const shown = createStore<readonly ShownWrite[]>([]);
const MOST_HANDED_IN = 100;
/** Keys that this page itself has had an answer for. */
export const answeredHere = new Set<string>();

for (const source of [handedIn, outboxSnapshot]) source.subscribe(() => show());
subscribeSession(() => {
  const userId = getSession()?.userId;
  handedIn.set(handedIn.get().filter((entry) => entry.userId === userId));
  show();
});

/** What the user did and lists may not show yet, in its order. */
export function useWrites(): readonly ShownWrite[] {
  return useStore(shown);
}

/** Those that an answer of this moment (epoch ms) cannot know. */
export function newerThan(writes: readonly ShownWrite[], answeredAt: number): readonly ShownWrite[] {
  return writes.filter(({ sentAt }) => sentAt === undefined || sentAt >= answeredAt);
}

/** Whether something about a subject waits to be sent. */
export function isWaiting(writes: readonly ShownWrite[], subject: string): boolean {
  return writes.some(({ state, write }) =>
    (state === "waiting" || state === "blocked") && subjectOf(write) === subject
  );
}

/**
 * Shows a write immediately, keeps it on the device, and sends it: now if the network is there and nothing of its
 * subject waits, else later. Rejects with what the service refused, or when there is neither a network nor storage.
 */
export async function submitWrite({ write, id = newId(), ...facts }: NewWrite): Promise<SubmittedWrite> {
  const session = getSession();
  if (!session) throw new ApiError({ kind: "http", status: 401 });
  const { userId, token } = session;
  const entry = { id, userId, write, createdAt: Date.now(), state: "sending" as const, ...facts };
  handedIn.set([...without(id), entry]);
  try {
    const said: { answer?: unknown; failure?: unknown } = {};
    const send = (request: WriteRequest) => call(request, { id, said });
    const direct = { token, isOnline: isOnline(), send };
    const outbox = await appOutbox();
    const result = await outbox.writes.submit({ id, userId, write, ...facts }, direct);
    if (result === "refused") throw said.failure;
    const isSent = result === "sent";
    const isShown = outbox.snapshot().sentWrites.some((sent) => sent.id === id);
    const kept = isSent && !isShown ? [{ ...entry, state: "sent" as const, sentAt: Date.now() }] : [];
    handedIn.set([...without(id), ...kept].slice(-MOST_HANDED_IN));
    return { isSent, answer: said.answer };
  } catch (error) {
    handedIn.set(without(id));
    throw error;
  }
}

/** The page's own call, with the key that the outbox would use. */
async function call(
  { method, path, body, isAnswer }: WriteRequest,
  { id, said }: { id: string; said: { answer?: unknown; failure?: unknown } },
): ReturnType<DirectCall["send"]> {
  try {
    const answer = await api<Record<string, unknown>>(path, { method, body, headers: { "idempotency-key": id } });
    if (!isAnswer(answer)) throw new ApiError({ kind: "parse" });
    said.answer = answer;
    // Before the outbox tells anybody that it was sent.
    answeredHere.add(id);
    return { kind: "answered" };
  } catch (failure) {
    said.failure = failure;
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.status === 401) return { kind: "blocked", error: "http_401" };
    if (failure.kind !== "http") return { kind: "failed", error: "network", isDown: true };
    return { kind: "refused", reason: failure.text ?? `http_${failure.status}` };
  }
}

function without(id: string) {
  return handedIn.get().filter((entry) => entry.id !== id);
}

function show(): void {
  const userId = getSession()?.userId;
  const snapshot = outboxSnapshot.get();
  const stored = snapshot && snapshot.userId === userId ? storedWrites(snapshot) : [];
  const known = new Set(stored.map(({ id }) => id));
  const fresh = handedIn.get().filter((entry) => entry.userId === userId && !known.has(entry.id));
  const next = [...stored, ...fresh];
  if (!isSame(next, shown.get())) shown.set(next);
}

function storedWrites({ sentWrites, writes }: OutboxSnapshot): ShownWrite[] {
  const sent = sentWrites.map(({ payload, ...facts }) => ({ ...facts, write: payload, state: "sent" as const }));
  return [...sent, ...writes];
}

/** The outbox reads its rows anew after every change; screens need not be drawn anew for that. */
function isSame(next: readonly ShownWrite[], now: readonly ShownWrite[]): boolean {
  const word = ({ id, state, write }: ShownWrite) => `${id} ${state} ${JSON.stringify(write)}`;
  return next.length === now.length && next.every((one, index) => now[index] && word(one) === word(now[index]));
}
