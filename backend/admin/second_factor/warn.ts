import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { AdminLoginFailed } from "../login/events.ts";

/** So many wrong codes and passwords in an hour are no slip of the finger. */
const SUSPICIOUS = 5;

/** Tells an admin, once an hour, that wrong codes follow their right password. `at` in epoch ms. */
export async function warnOfGuesses(
  deps: Deps,
  { userId, because, failures, hourFrom }: AdminLoginFailed["data"],
  at: number,
): Promise<void> {
  if (userId === undefined || because !== "second_factor_wrong" || failures < SUSPICIOUS) return;
  const notice = {
    subject: "Wrong codes at your back office log-in",
    heading: "Your password was right, and the codes were wrong",
    lines: [
      "This happened several times within an hour.",
      "If it was not you, someone knows your password: choose a new one now.",
    ],
    link: { label: "Choose a new password", path: "/forgot-psw" },
  };
  await mailMoney(deps, { mailId: derivedId(userId, `wrong codes ${hourFrom}`), userId, at, notice });
}
