/** Units of a lot, counted from its first one: `from` on, and before `to`. */
export interface LotPart<Lot> {
  readonly lot: Lot;
  readonly from: number;
  readonly to: number;
}

interface Piece<Lot> extends LotPart<Lot> {
  /** The number of its lot: the lower, the older. */
  readonly place: number;
}

/**
 * Lots of units in the order in which they leave an account: first in, first out. What a hold gives back takes its old
 * places. No unit is in two places: the free parts and those of all holds never overlap.
 */
export class LotQueue<Lot> {
  #free: Piece<Lot>[] = [];
  /** All pieces before this one have left. */
  #first = 0;
  #lots = 0;
  #left = 0;
  readonly #holds = new Map<string, readonly Piece<Lot>[]>();

  /** Units that have not left. */
  get left(): number {
    return this.#left;
  }

  /** A lot comes in, behind all others. */
  add(lot: Lot, units: number): void {
    this.#free.push({ lot, from: 0, to: units, place: this.#lots++ });
    this.#left += units;
  }

  /** The oldest units leave for good. Answers fewer than asked for where there are fewer. */
  take(units: number): LotPart<Lot>[] {
    return this.#take(units);
  }

  /** The oldest units of certain lots leave for good. */
  takeOf(units: number, isAsked: (lot: Lot) => boolean): LotPart<Lot>[] {
    return this.#takeOf(units, isAsked);
  }

  #takeOf(units: number, isAsked: (lot: Lot) => boolean): Piece<Lot>[] {
    const taken: Piece<Lot>[] = [];
    let open = units;
    this.#free = this.#free.slice(this.#first).flatMap((piece) => {
      if (open === 0 || !isAsked(piece.lot)) return [piece];
      const [gone, rest] = cut(piece, open);
      open -= gone.to - gone.from;
      taken.push(gone);
      return rest ? [rest] : [];
    });
    this.#first = 0;
    this.#left -= unitsIn(taken);
    return taken;
  }

  /** The oldest units leave for a hold, which may give them back; `first` says which lots leave before all others. */
  hold(holdId: string, units: number, first: (lot: Lot) => boolean = () => false): void {
    const own = this.#takeOf(units, first);
    this.#holds.set(holdId, [...this.#holds.get(holdId) ?? [], ...own, ...this.#take(units - unitsIn(own))]);
  }

  /** What a hold took comes back. Answers how many units that are. */
  giveBack(holdId: string): number {
    const back = this.#holds.get(holdId) ?? [];
    this.#holds.delete(holdId);
    const free = [...this.#free.slice(this.#first), ...back];
    this.#free = joined(free.sort((one, two) => one.place - two.place || one.from - two.from));
    this.#first = 0;
    const units = unitsIn(back);
    this.#left += units;
    return units;
  }

  /** What each hold took that gave nothing back. */
  held(): ReadonlyMap<string, readonly LotPart<Lot>[]> {
    return this.#holds;
  }

  /** What has not left, the oldest first. */
  free(): readonly LotPart<Lot>[] {
    return this.#free.slice(this.#first);
  }

  #take(units: number): Piece<Lot>[] {
    const taken: Piece<Lot>[] = [];
    for (let open = units; open > 0;) {
      const piece = this.#free[this.#first];
      if (!piece) break;
      const [gone, rest] = cut(piece, open);
      if (rest) this.#free[this.#first] = rest;
      else this.#first++;
      open -= gone.to - gone.from;
      taken.push(gone);
    }
    this.#left -= unitsIn(taken);
    return taken;
  }
}

/** How many units parts have together. */
export function unitsIn(parts: readonly Pick<LotPart<unknown>, "from" | "to">[]): number {
  return parts.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The first units of a piece, and what is left of it. */
function cut<Lot>(piece: Piece<Lot>, units: number): [Piece<Lot>, Piece<Lot> | undefined] {
  const end = piece.from + units;
  if (end >= piece.to) return [piece, undefined];
  return [{ ...piece, to: end }, { ...piece, from: end }];
}

/** Makes one of neighbours; pieces in order. */
function joined<Lot>(pieces: readonly Piece<Lot>[]): Piece<Lot>[] {
  const all: Piece<Lot>[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.place === piece.place && last.to === piece.from) all[all.length - 1] = { ...last, to: piece.to };
    else all.push(piece);
  }
  return all;
}
