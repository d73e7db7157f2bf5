import type { RecordedEvent } from "../backend/store/event.ts";

/** The events of one type in a batch, in order. Only the area that owns the type appends it, in the shape it names. */
export function eventsOf<Event extends { type: string; data: unknown }>(
  events: readonly RecordedEvent[],
  type: Event["type"],
): RecordedEvent<Event["type"], Event["data"]>[] {
  return events.filter((event) => event.type === type) as unknown as RecordedEvent<Event["type"], Event["data"]>[];
}
