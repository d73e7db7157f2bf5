import { Refusal } from "../../contract/refusal.ts";
import type { AccountEvent, SealedPerson } from "../account/events.ts";
import type { GoogleLinked } from "./events.ts";
import { type Account, resetPassword } from "../account/state.ts";

export interface LinkGoogle {
  readonly subjectHash: string;
  readonly userId: string;
  /** The account that the person at Google had before and that is gone; undefined when there was none. */
  readonly goneUserId: string | undefined;
  /** The account was there before, and opened without Google. */
  readonly isLater?: true;
}

/** Refuses when another account has been linked since (`conflict`). */
export function linkGoogle(linkedUserId: string | undefined, link: LinkGoogle): GoogleLinked[] {
  const { subjectHash, userId, goneUserId, isLater } = link;
  if (linkedUserId === userId) return [];
  if (linkedUserId !== goneUserId) {
    throw new Refusal("conflict", "This has just changed: please try again");
  }
  return [{ type: "GoogleLinked", data: { subjectHash, userId, ...(isLater && { isLater }) } }];
}

/**
 * Gives an unverified account to the one who owns its address. Its maker knows its password and has written its name:
 * both are replaced, so that no stranger waits inside an account made in another's name.
 */
export function claimUnverified(
  account: Account,
  { passwordHash, person, keptSessionId }: {
    passwordHash: string;
    person: Omit<SealedPerson, "email">;
    keptSessionId: string;
  },
): AccountEvent[] {
  if (account.status !== "unverified") {
    throw new Refusal("conflict", "This has just changed: please try again");
  }
  const changed: AccountEvent = { type: "ProfileChanged", data: { ...person, userId: account.userId } };
  return [changed, ...resetPassword(account, passwordHash, { keptSessionId })];
}
