import { createHmac, timingSafeEqual } from "node:crypto";
import { Id } from "../../contract/requests/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Positions } from "../../store/log/group.ts";
import type { Keyring } from "../../store/personal/keyring.ts";
import { accountHandler, accounts } from "./accounts.ts";
import type { Origin } from "./register.ts";
import { endPlannedEmail, type PlannedEmail, plannedIn, takePlannedEmail } from "./state.ts";

const KIND = "planned_email";
const PURPOSE = "email objections";
const METADATA = { actor: "system:emails" };

/** An address that takes effect later, as one of an account. */
interface Planned {
  readonly userId: string;
  readonly changeId: string;
}

/** The key in the link with which a person keeps their address. Short, because it has to fit into one text. */
export function signObjection(keys: Keyring, planned: Planned): string {
  const [newest = new Uint8Array()] = keys.keys(PURPOSE);
  return `${Buffer.from(planned.userId.replaceAll("-", ""), "hex").toString("base64url")}.${
    signature(newest, planned)
  }`;
}

/** 128 bits. */
function signature(key: Uint8Array, { userId, changeId }: Planned): string {
  return createHmac("sha256", key).update(`${userId} ${changeId}`).digest().subarray(0, 16).toString("base64url");
}

/**
 * The person says that the new address is not theirs: they keep the one they have. Once more it changes nothing. Throws
 * Refusal `link_invalid`, also once the address has changed.
 */
export async function objectToEmail(
  deps: Deps,
  { token, metadata }: Pick<Origin, "metadata"> & { readonly token: string },
): Promise<void> {
  const [, person = "", signed = ""] = /^([\w-]{22})\.([\w-]{22})$/.exec(token) ?? [];
  const hex = Buffer.from(person, "base64url").toString("hex");
  const userId = Id.safeParse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")).data;
  const account = userId === undefined ? undefined : (await accounts.states(deps.store.sql, [userId]))(userId);
  const { planned, refused } = plannedIn(account);
  const isOf = (changeId: string | undefined) =>
    userId !== undefined && changeId !== undefined &&
    deps.keys.keys(PURPOSE).some((key) =>
      timingSafeEqual(Buffer.from(signed), Buffer.from(signature(key, { userId, changeId })))
    );
  if (isOf(refused)) return;
  if (userId === undefined || !planned || !isOf(planned.changeId)) {
    throw new Refusal("link_invalid", "This link no longer works: the email was changed, or another one was asked for");
  }
  const command = { userId, changeId: planned.changeId, by: userId };
  await deps.store.execute(ending, command, { logs: ["social"], metadata });
}

/** An admin takes an address back that has not taken effect. Throws Refusal `not_found`. */
export async function cancelPlannedEmail(
  deps: Deps,
  { userId, changeId, adminId, metadata }: Planned & Pick<Origin, "metadata"> & { readonly adminId: string },
): Promise<Positions> {
  const command = { userId, changeId, by: adminId };
  return (await deps.store.execute(ending, command, { logs: ["social"], metadata })).positions;
}

/** The address that takes effect later, sealed; undefined where there is none. */
export async function plannedEmailOf({ store }: Deps, userId: string): Promise<PlannedEmail | undefined> {
  return plannedIn((await accounts.states(store.sql, [userId]))(userId)).planned;
}

/** Puts the moment on the calendar at which an address takes effect (epoch ms). */
export async function scheduleEmail(deps: Deps, { userId, changeId }: Planned, runAt: number): Promise<void> {
  await deps.jobs.enqueue(deps.store.sql, { kind: KIND, key: changeId, payload: { userId, changeId }, runAt });
}

/** Lets addresses take effect in this process from now on, each when its moment has come. */
export function workPlannedEmails(deps: Deps): void {
  deps.jobs.work<Planned>(KIND, async ({ payload: { userId, changeId } }) => {
    const planned = await plannedEmailOf(deps, userId);
    if (planned?.changeId !== changeId) return;
    const command = { userId, changeId, email: planned.email };
    await deps.store.execute(taking, command, { logs: ["social"], metadata: METADATA });
  });
}

const ending = accountHandler<Planned & { readonly by: string }>(
  "endPlannedEmail",
  (account, command) => endPlannedEmail(account, command),
);

const taking = accountHandler<Planned & Pick<PlannedEmail, "email">>(
  "takePlannedEmail",
  (account, { changeId }, { isEmailTaken, now }) =>
    takePlannedEmail(account, changeId, { now, isTaken: (email) => isEmailTaken(email, account) }),
  { emails: ({ email }) => [email] },
);
