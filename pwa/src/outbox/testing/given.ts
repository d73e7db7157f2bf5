import { openOutboxHandle } from "../database.ts";
import { openOutbox, type Outbox } from "../outbox.ts";
import type { Reporter } from "../reporters.ts";
import { isReport, type OutboxRow, type OutboxSchema } from "../schema.ts";
import type { Session } from "../session.ts";
import type { NewPlay } from "../sessions.ts";
import type { FakeContext, FakeDevice } from "./fake_device.ts";

export const ADA: Reporter = { userId: "ada", reportToken: "token-ada" };
export const BOLA: Reporter = { userId: "bola", reportToken: "token-bola" };
export const PLAY: NewPlay = {
  trackId: "01900000-0000-7000-8000-000000000001",
  track: { title: "Ìfẹ́", artist: "Ayọ̀", coverImageUrl: "/cover-128.webp" },
  source: "songs",
  quality: "normal",
  offline: false,
};

export interface Tab {
  outbox: Outbox;
  context: FakeContext;
  /** Survives a reload of the tab. */
  memory: { name: string | null };
}

/** A tab with an open outbox; with the memory of an earlier one it is a reload of that. */
export async function givenTab(
  device: FakeDevice,
  { reporter, memory = { name: null } }: { reporter?: Reporter | undefined; memory?: Tab["memory"] } = {},
): Promise<Tab> {
  const context = device.start("tab", memory);
  const outbox = await openOutbox(context.effects);
  if (reporter) await outbox.setReporter(reporter);
  return { outbox, context, memory };
}

/** A session in which `ms` have been heard. */
export function givenSession({ outbox }: Tab, { device, ms, play = PLAY }: Heard): Session {
  const session = outbox.sessions.begin(play);
  if (!session) throw new Error("Nobody is logged in");
  hear(session, { device, ms });
  return session;
}

interface Heard {
  device: FakeDevice;
  ms: number;
  play?: NewPlay;
}

/** `ms` more are heard without a break. */
export function hear(session: Session, { device, ms }: { device: FakeDevice; ms: number }): void {
  device.advance(ms);
  const total = session.row.listenedMs + ms;
  session.take({ listenedMs: total, segments: [[0, total]] });
}

/** Listens for `ms`, ends the session, and lets the outbox send what it can. Returns the play's id. */
export async function listen(tab: Tab, device: FakeDevice, ms = 60_000): Promise<string> {
  const session = givenSession(tab, { device, ms });
  await session.end();
  await settle(tab);
  return session.row.playId;
}

/** Waits until nothing more can be sent now and the snapshot is fresh. */
export async function settle({ outbox }: Tab) {
  await outbox.flush();
  await outbox.refresh();
  return outbox.snapshot();
}

/** Everything in one store of the database, read past the outbox. */
export async function storedIn<Name extends "sessions" | "outbox" | "receipts" | "meta">(
  name: Name,
): Promise<OutboxSchema[Name]["value"][]> {
  const handle = await openOutboxHandle(() => {});
  const rows = await handle.getAll(name);
  handle.close();
  return rows;
}

/** Changes the rows that wait, past the outbox. */
export async function changeRows(change: (row: OutboxRow) => OutboxRow): Promise<void> {
  const handle = await openOutboxHandle(() => {});
  for (const row of (await handle.getAll("outbox")).filter(isReport)) await handle.put("outbox", change(row));
  handle.close();
}
