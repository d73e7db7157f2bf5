/** A real listener makes fewer stretches than this. */
const MOST_STRETCHES = 64;
/** A request may begin a little before the end of what the client has: browsers round down to their blocks. */
const TOUCHES_MS = 3_000;

/** What happens to too many stretches: the two nearest become one, or the shortest is forgotten. */
type Overflow = "join" | "forget";

/** Which stretches of a track were sent, in ms of the track: the same bytes sent twice count once. */
export class Coverage {
  #stretches: [from: number, to: number][] = [];

  constructor(readonly overflow: Overflow = "join") {}

  get stretches(): readonly (readonly [from: number, to: number])[] {
    return this.#stretches;
  }

  /** How much of the track was sent. */
  get ms(): number {
    return this.#stretches.reduce((sum, [from, to]) => sum + to - from, 0);
  }

  /** Adds the stretch [from, to). */
  add(from: number, to: number): void {
    const apart = this.#stretches.filter(([start, end]) => end < from || start > to);
    const touching = this.#stretches.filter(([start, end]) => end >= from && start <= to);
    const joined: [number, number] = [
      Math.min(from, ...touching.map(([start]) => start)),
      Math.max(to, ...touching.map(([, end]) => end)),
    ];
    this.#stretches = [...apart, joined].toSorted((a, b) => a[0] - b[0]);
    if (this.#stretches.length <= MOST_STRETCHES) return;
    if (this.overflow === "join") this.#closeSmallestGap();
    else this.#forgetShortest();
  }

  /** How much of the stretch [from, to) was not sent yet. */
  missing(from: number, to: number): number {
    return this.#stretches.reduce((left, [start, end]) => {
      return left - Math.max(0, Math.min(end, to) - Math.max(start, from));
    }, to - from);
  }

  /** How much was sent without a gap right before this moment; 0 when what follows it was sent, too. */
  before(moment: number): number {
    const stretch = this.#stretches.find(([from, to]) => from < moment && moment <= to);
    return stretch && stretch[1] - moment < TOUCHES_MS ? moment - stretch[0] : 0;
  }

  #closeSmallestGap(): void {
    const gaps = this.#stretches.slice(1).map(([from], index) => from - (this.#stretches[index]?.[1] ?? 0));
    const at = gaps.indexOf(Math.min(...gaps));
    const [one, two] = this.#stretches.slice(at, at + 2);
    if (one && two) this.#stretches.splice(at, 2, [one[0], two[1]]);
  }

  #forgetShortest(): void {
    const lengths = this.#stretches.map(([from, to]) => to - from);
    this.#stretches.splice(lengths.indexOf(Math.min(...lengths)), 1);
  }
}
