import { everyAdmin } from "../../../projections/admin/admins.ts";
import { findUser, findUserByEmailHash } from "../../../projections/accounts/users.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { hashPassword } from "../login/passwords.ts";
import { accountHandler } from "./accounts.ts";
import { type AccountEvent, userStream } from "./events.ts";
import { emailHashOf, type Origin, registerUser } from "./register.ts";
import { grantAdmin, revokeAdmin as decideRevocation } from "./state.ts";

/** Makes an admin of someone. Throws Refusal `not_found`. */
export async function makeAdmin(deps: Deps, userId: string, { metadata }: Origin): Promise<void> {
  await deps.store.execute(adminGrant, { userId }, { logs: ["social"], metadata });
}

/** Takes the admin right away. Throws Refusal `own_account` or `last_admin`. */
export async function revokeAdmin(
  deps: Deps,
  { userId, adminId, metadata }: Origin & { readonly userId: string; readonly adminId: string },
): Promise<void> {
  await deps.store.execute(adminRevocation, { userId, adminId }, { logs: ["social"], metadata });
}

interface Founder {
  readonly email: string;
  readonly password: string;
  /** Left out, it is made from the address, so that two founding owners have two names. */
  readonly name?: string;
}

/** "Ada Obi" of ada.obi@orin.example. */
function nameFrom(email: string): string {
  const words = (email.split("@")[0] ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ").slice(0, 60) || "Owner";
}

/** The first word, and the rest. */
export function namesIn(fullName: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = fullName.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

/**
 * The admin that the environment names: made when the address has no account, else given the right. A founding owner who
 * has another address by now is not made a second time: one person would be two sides.
 */
export async function ensureFirstAdmin(deps: Deps, admin: Founder): Promise<void> {
  const metadata = { actor: "system:first-admin" };
  const email = admin.email.trim().toLowerCase();
  const emailHash = emailHashOf(deps, email);
  const known = await findUserByEmailHash(deps.store.sql, emailHash);
  if (known?.isAdmin) return;
  if (await wasFounders(deps, emailHash)) {
    return deps.log("A founding owner of the environment has another address by now: nobody new is made an owner");
  }
  if (known) return await makeAdmin(deps, known.userId, { metadata });
  const account = {
    userId: newId(deps.now()),
    ...{ ...namesIn(admin.name ?? nameFrom(email)), email, phone: "", address: "", role: "listener" as const },
    passwordHash: await hashPassword(admin.password),
    verified: true,
    isAdmin: true,
  };
  try {
    await registerUser(deps, account, { metadata });
  } catch (error) {
    // Another process that started at the same time was quicker.
    if (!(error instanceof Refusal && error.code === "email_taken")) throw error;
    await deps.personal.destroy(deps.store.sql, account.userId);
  }
}

/** Whether an address was once that of a founding owner who is not erased. */
async function wasFounders({ store }: Pick<Deps, "store">, emailHash: string): Promise<boolean> {
  for (const { userId, root } of await everyAdmin(store.sql)) {
    if (userId !== root || !await findUser(store.sql, userId)) continue;
    const events = await store.readStream<AccountEvent>("social", userStream(userId));
    const had = events.some(({ type, data }) =>
      (type === "UserRegistered" || type === "EmailChanged") && data.emailHash === emailHash
    );
    if (had) return true;
  }
  return false;
}

const adminRevocation = accountHandler<{ userId: string; adminId: string }>(
  "revokeAdmin",
  (account, command, { activeAdmins }) => decideRevocation(account, command, { activeAdmins }),
  { admins: true },
);

const adminGrant = accountHandler<{ userId: string }>("makeAdmin", (account) => grantAdmin(account));
