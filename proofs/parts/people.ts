import { registerUser } from "../../backend/accounts/account/register.ts";
import type { Role } from "../../backend/contract/accounts.ts";
import { newId } from "../../backend/contract/ids.ts";
import type { Deps } from "../../backend/deps.ts";
import { type PersonOptions, tokenOf } from "../../backend/testing/people_fixtures.ts";

/** Someone with an open session. */
export interface LoggedIn {
  readonly userId: string;
  readonly sessionToken: string;
  readonly reportToken: string;
}

/** A verified account without a session, of level 0; answers its id. For thousands of them, so it waits for nothing. */
export async function addAccount(
  deps: Deps,
  options: Omit<PersonOptions, "level"> & { verified?: boolean } = {},
): Promise<string> {
  const userId = newId();
  const person = { firstName: "Ada", lastName: "Obi", email: `${userId}@proofs.example`, phone: "", address: "" };
  const account = { ...person, userId, role: "listener" as const, passwordHash: "none", verified: true, ...options };
  await registerUser(deps, account, { metadata: { actor: "system:proofs" } });
  return account.userId;
}

/** Opens a session, with a token for reports beside it. */
export async function logIn(deps: Deps, userId: string, role: Role = "listener"): Promise<LoggedIn> {
  const sessionToken = await tokenOf(deps, { userId, role });
  return { userId, sessionToken, reportToken: (await deps.tokens.signReport(userId)).token };
}
