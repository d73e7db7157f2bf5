import { adminsById } from "../../../projections/admin/admins.ts";
import { changePassword } from "../../accounts/login/change_password.ts";
import type { Attempts } from "../../accounts/login/log_in.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { type TeamEvent, teamStream } from "./events.ts";
import { decideEnrolment, evolve } from "./state.ts";
import type { Admin } from "../../contract/admin_standing.ts";

/** Admins by their ids. */
export const team = streamsOf<string, Admin | undefined, TeamEvent>({
  log: "social",
  stream: teamStream,
  initial: undefined,
  evolve: (admin, event) => admin && evolve(admin, event),
  // Being an admin begins in the account's own stream.
  async read(tx, userIds) {
    const found = await adminsById(tx, userIds);
    return (userId) => found.get(userId);
  },
});

/** Notes that an invited admin has chosen a password. */
export const enrolAdmin = team.handler("enrolAdmin", {
  id: ({ userId }: { userId: string }) => userId,
  decide: (admin) => decideEnrolment(admin),
  result: ({ after }) => ({ isEnrolled: after?.isEnrolled === true }),
});

/**
 * An invited admin chooses a password that the inviter does not know. Throws Refusal `wrong_password`, `weak_password`,
 * or `invalid_request` for the password that was given out.
 */
export async function enrol(deps: Deps, { userId, sessionId, given, chosen, attempts, metadata }: {
  readonly userId: string;
  readonly sessionId: string;
  readonly given: string;
  readonly chosen: string;
  readonly attempts: Attempts;
  readonly metadata: Metadata;
}): Promise<void> {
  if (given === chosen) {
    throw new Refusal("invalid_request", "Please choose a password that nobody else knows", { field: "newPassword" });
  }
  await changePassword(deps, {
    ...{ userId, keptSessionId: sessionId, currentPassword: given, newPassword: chosen, attempts, metadata },
  });
  await deps.store.execute(enrolAdmin, { userId }, { logs: ["social"], metadata });
}
