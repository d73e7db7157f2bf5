import type { GroupSummary } from "../../contract/groups.ts";

/** A group as it was found; whether a decision about it waits is read each time. */
export type SeenGroup = Omit<GroupSummary, "isWaiting">;

/** Every group as it was found, the most money at stake first, and whose group it is. */
export interface GroupView {
  readonly groups: readonly SeenGroup[];
  readonly ofMember: ReadonlyMap<string, SeenGroup>;
}

/** A view that is made sooner than this is made for everyone who asks. */
const QUICK_MS = 300;
/** One that takes longer is shown for so many times as long: at most a tenth of the time goes into it. */
const TIMES = 10;
const MOST_OLD_MS = 5 * 60_000;

interface Made {
  readonly view: GroupView;
  readonly at: number;
  readonly tookMs: number;
}

/**
 * The groups of linked accounts, as a screen shows them. With a hundred thousand listeners it takes seconds to find them,
 * so a process that needed as long shows what it found for some minutes. Decisions look afresh.
 */
export class GroupViews {
  #made: Made | undefined;
  #making: Promise<Made> | undefined;

  /** The view of now, or a recent one while `make` is slow. */
  async view(make: () => Promise<GroupView>): Promise<GroupView> {
    const made = this.#made;
    const age = made ? performance.now() - made.at : Infinity;
    if (made && made.tookMs > QUICK_MS && age < Math.min(TIMES * made.tookMs, MOST_OLD_MS)) return made.view;
    this.#making ??= this.#make(make).finally(() => this.#making = undefined);
    return (await this.#making).view;
  }

  /** Something was decided: what is shown next has it. */
  forget(): void {
    this.#made = undefined;
  }

  async #make(make: () => Promise<GroupView>): Promise<Made> {
    const began = performance.now();
    const view = await make();
    const at = performance.now();
    return this.#made = { view, at, tookMs: at - began };
  }
}
