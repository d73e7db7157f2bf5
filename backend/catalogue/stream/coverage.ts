/** More stretches than this come from nobody who listens: the two that are nearest become one. */
const MOST_STRETCHES = 64;
/** A request may begin a little before the end of what the client has: browsers round down to their blocks. */
const TOUCHES_MS = 3_000;

/** Which stretches of a track were sent, in ms of the track: the same bytes sent twice count once. */
export class Coverage {
  #stretches: [from: number, to: number][] = [];

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
    if (this.#stretches.length > MOST_STRETCHES) this.#closeSmallestGap();
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
}
