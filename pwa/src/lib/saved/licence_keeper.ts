import { hasCode } from "../api_error.ts";
import type { SavedDatabase } from "./database.ts";
import type { SavedEffects } from "./effects.ts";
import {
  afterCheck,
  afterRefusal,
  afterTime,
  type KeptLicence,
  type Lock,
  lockOf,
  lockOfTrack,
  needsCheck,
  type Taste,
  tasteOf,
} from "./licence.ts";

/** Keeps the licence of who is logged in: asks for it, and remembers how late it has ever been. */
export class LicenceKeeper {
  readonly #database: SavedDatabase;
  readonly #effects: SavedEffects;
  #userId: string | undefined;
  #kept: KeptLicence | undefined;

  constructor(database: SavedDatabase, effects: SavedEffects) {
    this.#database = database;
    this.#effects = effects;
  }

  async setUser(userId: string | undefined): Promise<void> {
    const kept = userId === undefined ? undefined : await this.#database.licence(userId);
    this.#userId = userId;
    this.#kept = kept;
    await this.passTime();
  }

  /** Why saved music does not play now; undefined when it does. */
  lock(): Lock | undefined {
    return lockOf(this.#kept, this.#effects.now());
  }

  /** Why a saved song does not play now; undefined when it does. */
  lockOfTrack(trackId: string): Lock | undefined {
    return lockOfTrack(this.#kept, this.#effects.now(), trackId);
  }

  /** The few songs that may be saved without Premium; undefined with it, and while nothing is known. */
  get taste(): Taste | undefined {
    return this.#kept?.taste;
  }

  /** Without Premium: has the service give the song one of the places. Rejects with its refusal. */
  async keepTaste(trackId: string): Promise<void> {
    const taste = this.#kept?.taste;
    if (!taste || taste.trackIds.includes(trackId)) return;
    const answer = await this.#effects.changeTaste(trackId, true);
    const removed = this.#kept?.removed?.filter((id) => id !== trackId);
    if (this.#kept) await this.#keep({ ...this.#kept, taste: tasteOf(answer), removed });
  }

  /** Songs are gone from this device: their places are given back, now or when the service can be reached. */
  async removeTastes(trackIds: readonly string[]): Promise<void> {
    const taste = this.#kept?.taste;
    const gone = trackIds.filter((id) => taste?.trackIds.includes(id));
    if (!this.#kept || !taste || gone.length === 0) return;
    const left = { ...taste, trackIds: taste.trackIds.filter((id) => !gone.includes(id)) };
    await this.#keep({ ...this.#kept, taste: left, removed: [...this.#kept.removed ?? [], ...gone] });
    await this.#tellRemoved().catch(() => undefined);
  }

  async #tellRemoved(): Promise<void> {
    for (const trackId of this.#kept?.removed ?? []) {
      await this.#effects.changeTaste(trackId, false);
      if (this.#kept) await this.#keep({ ...this.#kept, removed: this.#kept.removed?.filter((id) => id !== trackId) });
    }
  }

  /** What the service has signed; empty when there is nothing. */
  get licence(): string {
    return this.#kept?.licence ?? "";
  }

  /** Notes how late it is, so that the clock cannot go back before it. */
  async passTime(): Promise<void> {
    const later = this.#kept && afterTime(this.#kept, this.#effects.now());
    if (later && later !== this.#kept && !this.lock()) await this.#keep(later);
  }

  /** Asks the service where that is due, or `anew` in any case. Answers whether there is a licence that holds. */
  async check({ anew = false } = {}): Promise<boolean> {
    const userId = this.#userId;
    if (userId === undefined) return false;
    if (!anew && !needsCheck(this.#kept, this.#effects.now())) return true;
    try {
      await this.#tellRemoved();
      const answer = await this.#effects.getLicence();
      const withheld = await this.#findWithheld(userId);
      const { removed } = this.#kept ?? {};
      if (userId === this.#userId) {
        await this.#keep(afterCheck(userId, answer, { wallNow: this.#effects.now(), removed, withheld }));
      }
    } catch (error) {
      const isOver = hasCode(error, "premium_only");
      if (isOver && userId === this.#userId) await this.#keep(afterRefusal(userId, this.#kept, this.#effects.now()));
    }
    return this.lock() === undefined;
  }

  /** Which saved songs may not be played now; what was known, where the service does not say. */
  async #findWithheld(userId: string): Promise<readonly string[]> {
    const saved = await this.#database.tracksOf(userId);
    if (saved.length === 0) return [];
    return await this.#effects.findWithheld(saved.map(({ trackId }) => trackId)).catch(() => this.withheld);
  }

  /** Saved songs that may not be played now. */
  get withheld(): readonly string[] {
    return this.#kept?.withheld ?? [];
  }

  async #keep(licence: KeptLicence): Promise<void> {
    this.#kept = licence;
    await this.#database.putLicence(licence);
  }
}
