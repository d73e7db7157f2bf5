import { hasCode } from "../api_error.ts";
import type { SavedDatabase } from "./database.ts";
import type { SavedEffects } from "./effects.ts";
import { afterCheck, afterRefusal, afterTime, type KeptLicence, type Lock, lockOf, needsCheck } from "./licence.ts";

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
      const answer = await this.#effects.getLicence();
      if (userId === this.#userId) await this.#keep(afterCheck(userId, answer, this.#effects.now()));
    } catch (error) {
      const isOver = hasCode(error, "premium_only");
      if (isOver && userId === this.#userId) await this.#keep(afterRefusal(userId, this.#kept, this.#effects.now()));
    }
    return this.lock() === undefined;
  }

  async #keep(licence: KeptLicence): Promise<void> {
    this.#kept = licence;
    await this.#database.putLicence(licence);
  }
}
