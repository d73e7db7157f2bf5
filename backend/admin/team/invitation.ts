import { createHmac, timingSafeEqual } from "node:crypto";
import { adminsById } from "../../../projections/admin/admins.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { setPassword } from "../../accounts/login/change_password.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Keyring } from "../../store/personal/keyring.ts";
import { team } from "./enrol.ts";
import { decideAcceptance, decideInvitation } from "./state.ts";

/** How long the link of an invitation works. */
const INVITATION_MS = 72 * 3_600_000;
const PURPOSE = "admin invitations";

/** The key in an invitation's link, which cannot be guessed: it works once, for 72 hours from a moment (epoch ms). */
export function signInvitation(
  keys: Keyring,
  { userId, at }: { readonly userId: string; readonly at: number },
): string {
  const body = `${userId}.${at + INVITATION_MS}`;
  const [newest = new Uint8Array()] = keys.keys(PURPOSE);
  return `${body}.${signature(newest, body)}`;
}

function readInvitation(keys: Keyring, link: string, now: number): string | undefined {
  const [, userId, expiresAt, signed] = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(link) ?? [];
  if (userId === undefined || signed === undefined || Number(expiresAt) <= now) return undefined;
  // As written: the last letter has two bits that decoding drops.
  const given = Buffer.from(signed);
  const isOurs = keys.keys(PURPOSE).some((key) =>
    timingSafeEqual(given, Buffer.from(signature(key, `${userId}.${expiresAt}`)))
  );
  return isOurs ? userId : undefined;
}

function signature(key: Uint8Array, body: string): string {
  return createHmac("sha256", key).update(body).digest("base64url");
}

/**
 * Invites an admin who cannot work yet once more: with a new proposal to confirm them, and a mail that follows the event
 * where they have no password of their own.
 */
export const inviteAgain = team.handler("inviteAdmin", {
  id: ({ userId }: { userId: string; by: string }) => userId,
  beside: async (tx, commands) => await adminsById(tx, commands.map(({ by }) => by)),
  decide: (admin, { by }, { beside }) => decideInvitation(admin, beside.get(by)),
  result: () => undefined,
});

const acceptance = team.handler("acceptInvitation", {
  id: ({ userId }: { userId: string }) => userId,
  decide: (admin) => decideAcceptance(admin),
  result: () => undefined,
});

/**
 * An invited admin chooses a password with the key from the mail, once. Throws Refusal `link_invalid` or
 * `weak_password`.
 */
export async function acceptInvitation(
  deps: Deps,
  { invitation, newPassword, requestId }: {
    readonly invitation: string;
    readonly newPassword: string;
    readonly requestId: string;
  },
): Promise<void> {
  const userId = readInvitation(deps.keys, invitation, deps.now());
  const user = userId === undefined ? undefined : await findUser(deps.store.sql, userId);
  if (!user?.isAdmin || user.closing || user.suspension) {
    throw new Refusal("link_invalid", "This invitation no longer works: ask the admin who invited you for a new one");
  }
  const metadata = { actor: `user:${user.userId}`, requestId };
  await setPassword(deps, {
    ...{ userId: user.userId, newPassword, metadata },
    // Once the password is known to be good, and before it is set: of two at a time only one goes through.
    before: () => deps.store.execute(acceptance, { userId: user.userId }, { logs: ["social"], metadata }),
  });
}
