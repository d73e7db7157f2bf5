import { createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { Keyring } from "../../store/personal/keyring.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import {
  burn,
  type CodePurpose,
  countCodes,
  countTries,
  countTry,
  insertCode,
  lockCodes,
  newestCodes,
  type StoredCode,
} from "./table.ts";

/** 30 minutes for a reset, as its page says. */
export const CODE_MS: Readonly<Record<CodePurpose, number>> = {
  verify: 10 * 60_000,
  email: 10 * 60_000,
  reset: 30 * 60_000,
  close: 10 * 60_000,
  phone: 10 * 60_000,
};
/** How long the link to a password of one's own works. */
export const PASSWORD_LINK_MS = 24 * 3_600_000;
/** How long after a new code the previous one still works: its mail may be the only one that has arrived. */
const OVERLAP_MS = 2 * 60_000;
const MOST_TRIES = 5;
const MOST_CODES_AN_HOUR = 5;
/** Of 100,000 codes: guessing all day finds one in 5,000 days. */
const MOST_TRIES_A_DAY = 20;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 128 bits in base64url. */
const LINK_KEY = /^[\w-]{22}$/;

interface IssueCode {
  /** Its id: the same one again makes no second code. */
  readonly codeId: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
  /** Epoch ms. */
  readonly now: number;
  /** What the code is good for, where that is more than its purpose: the hash of a new address or of a phone number. */
  readonly about?: string | undefined;
  /** No code is sent: it is too short for what it would open. */
  readonly isLinkOnly?: boolean;
  /** How long it works, where that is not as long as its purpose says. */
  readonly lifeMs?: number;
}

/** Whether no newer code was made for the person and purpose. */
export async function isNewestCode(
  sql: Sql | Tx,
  { codeId, userId, purpose }: Pick<IssueCode, "codeId" | "userId" | "purpose">,
): Promise<boolean> {
  const [newest] = await newestCodes(sql, userId, purpose);
  return newest === undefined || newest.codeId === codeId;
}

/** With `none_waits` it was compared with nothing: the same code has just been used, or all are too old. */
export type Redeemed = "right" | "wrong" | "none_waits";

/** One-time codes of five digits. Only their keyed HMAC is stored: five digits are guessed from a plain hash. */
export class OneTimeCodes {
  readonly #keys: readonly Uint8Array[];

  constructor(keys: Keyring) {
    this.#keys = keys.keys("one-time codes");
  }

  /**
   * Makes the person's new code, which replaces the one before within two minutes, and returns it for the mail;
   * undefined when the id is known or the hour's codes are used up. Once a day's tries are used up a reset has its link
   * alone: the code is then empty, and other purposes wait for tomorrow. `tx` is a transaction: the mail is queued in
   * the same one.
   */
  async issue(
    tx: Tx,
    { codeId, userId, purpose, now, about, isLinkOnly = false, lifeMs = CODE_MS[purpose] }: IssueCode,
  ): Promise<string | undefined> {
    await lockCodes(tx, userId, purpose);
    if (await countCodes(tx, { userId, purpose, since: now - HOUR_MS }) >= MOST_CODES_AN_HOUR) return undefined;
    const isSpent = await countTries(tx, { userId, purpose, since: now - DAY_MS }) >= MOST_TRIES_A_DAY;
    if (isSpent && purpose !== "reset") return undefined;
    // For a link alone the code must be unguessable, too.
    const code = isLinkOnly ? randomUUID() : String(randomInt(100_000)).padStart(5, "0");
    const [hmac = new Uint8Array()] = this.#hmacs({ purpose, userId, codeId, code, about });
    const expiresAt = now + lifeMs;
    const isNew = await insertCode(tx, { codeId, userId, purpose, hmac, createdAt: now, expiresAt });
    if (!isNew) return undefined;
    return isSpent || isLinkOnly ? "" : code;
  }

  /** What the link in a code's mail holds: it does what the code does, and cannot be guessed. */
  linkKey(about: Pick<IssueCode, "codeId" | "userId" | "purpose">): string {
    return this.#linkKeys(about)[0] ?? "";
  }

  /** Whether the person has a code that would be accepted now. */
  async isWaiting(
    sql: Sql | Tx,
    { userId, purpose, now }: { userId: string; purpose: CodePurpose; now: number },
  ): Promise<boolean> {
    return unusedCodes(await newestCodes(sql, userId, purpose), now).length > 0;
  }

  /**
   * Whether it is the person's code, or the key of its link: counts a guess with every code that it may be, and burns
   * them when it is one. A day takes 20 guesses; the key is no guess.
   */
  async redeem(
    sql: Sql,
    { userId, purpose, code, now, about, isLinkOnly = false, isKept = false }: Omit<IssueCode, "codeId"> & {
      readonly code: string;
      /** Only looks: a right one can still be used, and a wrong one counts. */
      readonly isKept?: boolean;
    },
  ): Promise<Redeemed> {
    return await sql.begin(async (tx) => {
      await lockCodes(tx, userId, purpose);
      const newest = await newestCodes(tx, userId, purpose);
      if (purpose === "reset" && LINK_KEY.test(code)) {
        const waiting = unusedCodes(newest, now);
        const isKey = waiting.some(({ codeId }) =>
          this.#linkKeys({ codeId, userId, purpose }).some((key) =>
            timingSafeEqual(Buffer.from(key), Buffer.from(code))
          )
        );
        if (isKey && !isKept) await burn(tx, waiting.map((one) => one.codeId), now);
        return isKey ? "right" : waiting.length > 0 ? "wrong" : "none_waits";
      }
      if (isLinkOnly || await countTries(tx, { userId, purpose, since: now - DAY_MS }) >= MOST_TRIES_A_DAY) {
        return "none_waits";
      }
      const open = openCodes(newest, now);
      const matching = open.filter(({ codeId, hmac }) =>
        this.#hmacs({ purpose, userId, codeId, code, about }).some((one) => timingSafeEqual(one, hmac))
      );
      const isRight = matching.length > 0;
      if (isRight && isKept) return "right";
      await countTry(tx, open.map((one) => one.codeId), isRight ? now : undefined);
      if (isRight) return "right";
      return open.length > 0 ? "wrong" : "none_waits";
    });
  }

  /** By each secret, the newest first. */
  #linkKeys({ codeId, userId, purpose }: Pick<IssueCode, "codeId" | "userId" | "purpose">): string[] {
    const said = JSON.stringify(["link", purpose, userId, codeId]);
    return this.#keys.map((key) =>
      createHmac("sha256", key).update(said).digest().subarray(0, 16).toString("base64url")
    );
  }

  /** By each secret, the newest first: a code outlives its change. */
  #hmacs(bound: Omit<IssueCode, "now"> & { readonly code: string }): Uint8Array[] {
    const { purpose, userId, codeId, code, about } = bound;
    const said = [purpose, userId, codeId, code, ...(about === undefined ? [] : [about])];
    return this.#keys.map((key) => createHmac("sha256", key).update(JSON.stringify(said)).digest());
  }
}

/** Those of the last two that are taken now, as long as few wrong ones were tried. */
function openCodes(newest: readonly StoredCode[], now: number): StoredCode[] {
  return unusedCodes(newest, now).filter(({ tries }) => tries < MOST_TRIES);
}

/** One that was used ends the one before it, too. */
function unusedCodes([newest, before]: readonly StoredCode[], now: number): StoredCode[] {
  if (!newest || newest.isUsed) return [];
  const last = before && now < newest.createdAt + OVERLAP_MS ? [newest, before] : [newest];
  return last.filter((code) => !code.isUsed && code.expiresAt > now);
}
