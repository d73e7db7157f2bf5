import { findUser, type User } from "../../../projections/accounts/users.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Positions } from "../../store/log/group.ts";
import { accountHandler } from "../account/accounts.ts";
import { closeAccount as decideClosing, KEPT_MS, reopenAccount as decideReopening } from "./state.ts";
import type { Origin } from "../account/register.ts";
import { type GoogleProof, signInWithGoogle } from "../google/sign_in.ts";
import { type Attempts, logIn } from "../login/log_in.ts";

/** Who closes or opens an account: its owner, who has proved to be it, or an admin. */
type By = "owner" | "admin";

interface Closing extends Origin {
  readonly userId: string;
  readonly by: By;
  /** An admin's words; the event stores them sealed. */
  readonly reason?: string;
}

/**
 * Deactivates an account now: sessions end, log-ins are refused, artists and their tracks leave every list. After 30
 * days it is erased. Closing it again changes nothing. Throws Refusal `not_found`, and `last_admin` for the last admin
 * who can log in.
 */
export async function closeAccount(
  deps: Deps,
  { userId, by, reason, metadata }: Closing,
): Promise<{ eraseAt: number; positions: Positions }> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!key) throw new Refusal("not_found", "User not found");
  const sealed = reason ? { reason: key.seal("closing reason", reason) } : {};
  const command = { userId, by, ...sealed };
  const { positions } = await deps.store.execute(closing, command, { logs: ["social"], metadata });
  const user = await findUser(deps.store.sql, userId);
  if (!user?.closing) throw new Refusal("conflict", "Your account has just changed: please try again");
  return { eraseAt: user.closing.eraseAt, positions };
}

/**
 * Opens an account that is not erased yet; an open one stays as it is. Throws Refusal `not_found`, and `account_closed`
 * for an owner whose account an admin has closed.
 */
export async function reopenAccount(deps: Deps, { userId, by, metadata }: Omit<Closing, "reason">): Promise<Positions> {
  return (await deps.store.execute(reopening, { userId, by }, { logs: ["social"], metadata })).positions;
}

/** When an account that is closed at a moment (epoch ms) would be erased. */
export function eraseAtOf(now: number): number {
  return now + KEPT_MS;
}

/** What the owner does to undo a closing: logging in again, and saying so. Throws what `logIn` throws. */
export async function comeBack(
  deps: Deps,
  log: { email: string; password: string; attempts: Attempts } & Origin,
): ReturnType<typeof logIn> {
  const user = await logIn(deps, { ...log, isReopening: true });
  await reopenAccount(deps, { userId: user.userId, by: "owner", metadata: log.metadata });
  return { ...user, closing: undefined };
}

/** The same with Google. Throws what `signInWithGoogle` throws. */
export async function comeBackWithGoogle(deps: Deps, proof: GoogleProof): Promise<User> {
  const user = await signInWithGoogle(deps, { ...proof, isReopening: true });
  await reopenAccount(deps, { userId: user.userId, by: "owner", metadata: proof.metadata });
  return { ...user, closing: undefined };
}

/** Decides that an account is closed; a reaction ends its sessions. Refuses as `closeAccount`. */
export const closing = accountHandler<Omit<Closing, keyof Origin>>(
  "closeAccount",
  (account, command, { activeAdmins, now }) => decideClosing(account, { ...command, activeAdmins, now }),
  { admins: true },
);

const reopening = accountHandler<{ userId: string; by: By }>(
  "reopenAccount",
  (account, { by }) => decideReopening(account, by),
);
