import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { findUser, findUserByEmailHash, type User } from "../../../projections/accounts/users.ts";
import { type CodePurpose } from "./table.ts";
import { OneTimeCodes, type Redeemed } from "./codes.ts";
import { emailHashOf, type Origin, verifyEmail } from "../account/register.ts";
import { type AccountMail, enqueueMail } from "../../mails/send.ts";
import { SignUpProofs } from "../signup/proofs.ts";

/**
 * Sends a new code to an account's address; it replaces the one before. Nothing happens when the hour's codes are used
 * up, or when the id is known: code and mail are one transaction, so a retry sends no second mail.
 */
export async function sendCode(
  deps: Deps,
  { userId, purpose, codeId = newId(deps.now()), to, about, isLinkOnly = false, lifeMs, mail = `${purpose}_code` }: {
    userId: string;
    purpose: Exclude<CodePurpose, "phone">;
    codeId?: string;
    /** Another address than the account's, as the events hold it, and its hash: the code is good for it alone. */
    to?: string;
    about?: string;
    /** Its mail has a link and no code. */
    isLinkOnly?: boolean;
    /** How long it works, and which mail brings it, where the purpose does not say so. */
    lifeMs?: number;
    mail?: AccountMail["mail"];
  },
): Promise<void> {
  const now = deps.now();
  await deps.store.sql.begin(async (tx) => {
    const code = await new OneTimeCodes(deps.keys).issue(tx, {
      ...{ codeId, userId, purpose, now, about, isLinkOnly, ...(lifeMs && { lifeMs }) },
    });
    if (code === undefined) return;
    await enqueueMail(deps, tx, { mailId: codeId, userId, mail, code, at: now, ...(to && { to }) });
  });
  deps.jobs.poke();
}

/**
 * Confirms an address with its code. Answers whose session the browser may open that signed the account up, which
 * `signUpProof` shows; undefined for every other one. Throws Refusal `bad_code`, whether or not the address has an
 * account, and `already_verified`, which only that browser learns.
 */
export async function verifyWithCode(
  deps: Deps,
  { email, otp, signUpProof, ...origin }: { email: string; otp: string; signUpProof?: string | undefined } & Origin,
): Promise<User | undefined> {
  const { sql } = deps.store;
  const user = await accountOf(deps, email);
  const proofs = new SignUpProofs(deps.keys);
  if (user.isVerified && await proofs.isFrom(sql, { owner: user, proof: signUpProof, now: deps.now() })) {
    throw new Refusal("already_verified", "Your email is verified. You can log in now.");
  }
  const redeemed = await redeem(deps, user, { purpose: "verify", otp });
  // A code that comes again, as from a second tap, is no guess.
  if (redeemed === "wrong") await proofs.countWrongCode(sql, user.userId);
  if (redeemed !== "right") throw badCode();
  await verifyEmail(deps, user.userId, origin);
  // As the account is now: its password or address may have changed since the code was asked for.
  const owner = await findUser(sql, user.userId);
  if (!owner || !await proofs.spend(sql, { owner, proof: signUpProof, now: deps.now() })) return undefined;
  return owner.suspension === undefined && !owner.closing ? owner : undefined;
}

/** What someone asked for at an address, of which only the hash waits. */
interface AskedFor {
  readonly emailHash: string;
  readonly purpose: "verify" | "reset";
}

const ASKED = "code";

/**
 * Has a code sent, if the address is one that waits for it: that its account is there, and for `verify` that it is not
 * verified yet. Whether it is, is only looked at after the answer: how long that takes tells as little as its words.
 */
export async function askForCode(
  deps: Deps,
  { email, purpose }: { email: string; purpose: AskedFor["purpose"] },
): Promise<void> {
  const payload: AskedFor = { emailHash: emailHashOf(deps, email), purpose };
  await deps.jobs.enqueue(deps.store.sql, { kind: ASKED, key: newId(deps.now()), payload });
}

/** Sends the codes that are asked for, from now on. One after another: the newest is the last that was asked for. */
export function sendCodes(deps: Deps): void {
  deps.jobs.work<AskedFor>(ASKED, async ({ key, payload: { emailHash, purpose } }) => {
    const user = await findUserByEmailHash(deps.store.sql, emailHash);
    if (!user || (purpose === "verify" && user.isVerified)) return;
    await sendCode(deps, { userId: user.userId, purpose, codeId: key, isLinkOnly: hasNoCode(user, purpose) });
  });
}

/** The account that a code is for. An address without one answers like a wrong code. */
export async function accountOf(deps: Deps, email: string): Promise<User> {
  const user = await findUserByEmailHash(deps.store.sql, emailHashOf(deps, email));
  if (!user) throw badCode();
  return user;
}

/** Throws Refusal `bad_code` like `redeemCode`, and leaves a right code as it is. */
export async function assertCode(deps: Deps, user: User, said: SaidCode): Promise<void> {
  if (await redeem(deps, user, said, { isKept: true }) !== "right") throw badCode();
}

/** Burns the account's code. Throws Refusal `bad_code` when it is not the one, used, too old or tried too often. */
export async function redeemCode(deps: Deps, user: User, said: SaidCode): Promise<void> {
  if (await redeem(deps, user, said) !== "right") throw badCode();
}

interface SaidCode {
  readonly purpose: CodePurpose;
  readonly otp: string;
  readonly about?: string | undefined;
}

/** Five digits do not open the back office. */
function hasNoCode({ isAdmin }: User, purpose: CodePurpose): boolean {
  return purpose === "reset" && isAdmin;
}

async function redeem(
  deps: Deps,
  user: User,
  { purpose, otp, about }: SaidCode,
  { isKept = false } = {},
): Promise<Redeemed> {
  const isLinkOnly = hasNoCode(user, purpose);
  const said = { userId: user.userId, purpose, code: otp, now: deps.now(), about, isLinkOnly, isKept };
  return await new OneTimeCodes(deps.keys).redeem(deps.store.sql, said);
}

/** The one refusal of a code, whatever is wrong with it: it does not reveal how near a guess was. */
export function badCode(): Refusal {
  return new Refusal("bad_code", "Invalid verification code", { field: "otp" });
}
