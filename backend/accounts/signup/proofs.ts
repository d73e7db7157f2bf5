import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring } from "../../store/personal/keyring.ts";
import type { Sql } from "../../store/sql.ts";
import { countWrongCode, findProof, openProof, spendProof, voidProof } from "./table.ts";

/** As long as an hour's codes may take to arrive. */
const SIGNUP_PROOF_MS = 3_600_000;
const MOST_WRONG_CODES = 5;

/** The account as it is now. */
interface Owner {
  readonly userId: string;
  readonly emailHash: string;
  /** Sealed. */
  readonly passwordHash: string;
}

interface SaidProof {
  readonly owner: Owner;
  readonly proof: string | undefined;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Which browser signed an account up. A code shows that a mail has reached a person; a person who reads that mail on
 * another device did not choose the password. Code and proof together are worth a log-in, each alone is not. Only the
 * sign-up's answer holds the proof: a keyed HMAC over the account, its address and its password, so a change of any of
 * them makes it worthless. The same sign-up again gets the same one.
 */
export class SignUpProofs {
  readonly #keys: readonly Uint8Array[];

  constructor(keys: Keyring) {
    this.#keys = keys.keys("sign-up proofs");
  }

  /** The proof for the browser that signs up. */
  async issue(sql: Sql, { owner, now }: Omit<SaidProof, "proof">): Promise<string> {
    await openProof(sql, { userId: owner.userId, expiresAt: now + SIGNUP_PROOF_MS, now });
    return this.#proofsOf(owner)[0]?.toString("base64url") ?? "";
  }

  /** Whether the browser signed this account up, also when its proof is spent by now. */
  async isFrom(sql: Sql, { owner, proof, now }: SaidProof): Promise<boolean> {
    if (!this.#matches(owner, proof)) return false;
    const stored = await findProof(sql, owner.userId);
    return stored !== undefined && stored.state !== "void" && stored.expiresAt > now;
  }

  /** The address is verified: uses the account's proof up, and answers whether this browser's opens a session. */
  async spend(sql: Sql, { owner, proof, now }: SaidProof): Promise<boolean> {
    const wasOpen = await spendProof(sql, owner.userId, now);
    return wasOpen && this.#matches(owner, proof);
  }

  /** A wrong code for the account: after five of them the browser has to log in. */
  async countWrongCode(sql: Sql, userId: string): Promise<void> {
    await countWrongCode(sql, userId, MOST_WRONG_CODES);
  }

  /** A second sign-up with the same address: whose it is shows only at the log-in. */
  async contest(sql: Sql, userId: string): Promise<void> {
    await voidProof(sql, userId);
  }

  #matches(owner: Owner, proof = ""): boolean {
    const said = Buffer.from(proof, "base64url");
    return this.#proofsOf(owner).some((known) => said.length === known.length && timingSafeEqual(said, known));
  }

  /** By each secret, the newest first. */
  #proofsOf({ userId, emailHash, passwordHash }: Owner): Buffer[] {
    const account = JSON.stringify([userId, emailHash, passwordHash]);
    return this.#keys.map((key) => createHmac("sha256", key).update(account).digest());
  }
}
