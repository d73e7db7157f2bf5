/** Which rows of a list are selected. Places count from 0. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row that the keys are at. */
  readonly at: number;
  /** Where a range begins that Shift extends. */
  readonly from: number;
}

/** One row, with which the selecting begins. */
export function selectedOne(ids: readonly string[], id: string): Selection {
  const at = Math.max(0, ids.indexOf(id));
  return { ids: new Set([id]), at, from: at };
}

/** Goes to a row and selects nothing. */
export function movedTo(selection: Selection, at: number): Selection {
  return { ...selection, at, from: at };
}

/** Selects a row, or no longer. */
export function toggledAt(selection: Selection, ids: readonly string[], at: number): Selection {
  const id = ids[at];
  if (id === undefined) return selection;
  const next = new Set(selection.ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, at, from: at };
}

/** Selects from where the range begins to a row; what the range held beyond it is let go. */
export function extendedTo(selection: Selection, ids: readonly string[], at: number): Selection {
  if (ids[at] === undefined) return selection;
  const next = new Set(selection.ids);
  for (const id of between(ids, selection.from, selection.at)) next.delete(id);
  for (const id of between(ids, selection.from, at)) next.add(id);
  return { ids: next, at, from: selection.from };
}

/** Selects every row; where all are, none. */
export function toggledAll(selection: Selection, ids: readonly string[]): Selection {
  const isAll = ids.every((id) => selection.ids.has(id));
  return { ...selection, ids: new Set(isAll ? [] : ids) };
}

function between(ids: readonly string[], one: number, other: number): readonly string[] {
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1);
}
