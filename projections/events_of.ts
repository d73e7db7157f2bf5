/** The events of one type in a batch, in order. */
export function eventsOf<Event extends { readonly type: string }, Type extends Event["type"]>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { readonly type: Type }>[] {
  return events.filter((event): event is Extract<Event, { readonly type: Type }> => event.type === type);
}
