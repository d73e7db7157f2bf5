import { PASSWORD_RULES } from "@contract/accounts.ts";
import { Check, Circle } from "lucide-react";
import { useEffect, useState } from "react";
import { classNames } from "./class_names.ts";

const TOO_COMMON = "This password is too common: please choose another";

/** The whole rule for the password of a sign-up or a change, for the hint of its field. */
export const PASSWORD_HINT = (
  <>
    <span>Minimum length is 8 characters.</span>{" "}
    <span>Passwords that many people use, such as password1, are refused.</span>
  </>
);

/**
 * What is wrong with a new password; undefined when nothing is. `composed` asks for every rule of the reset's checklist.
 * Where the list of common ones cannot be loaded, the service decides.
 */
export async function problemOfPassword(
  password: string,
  { composed = false }: { composed?: boolean } = {},
): Promise<string | undefined> {
  const missed = rulesOf(composed).find((rule) => !rule.holds(password));
  if (missed) return composed ? "Password does not meet all requirements" : "Minimum length is 8 characters.";
  return await isCommon(password) ? TOO_COMMON : undefined;
}

interface PasswordRulesProps {
  password: string;
  composed?: boolean;
  /** The form's message about it: no message shows twice. */
  said?: string | false | undefined;
}

/** The checklist of a new password, checked while it is typed. */
export function PasswordRules({ password, composed = false, said }: PasswordRulesProps) {
  const isTooCommon = useIsCommon(password);
  const rules = rulesOf(composed).map(({ id, label, holds }) => ({ id, label, isMet: holds(password) }));
  // What was refused for another reason gets no row of ticks.
  if (said === TOO_COMMON && rules.every(({ isMet }) => isMet)) return null;
  return (
    <div className="rounded-lg bg-ink/5 p-4 text-sm">
      <p className="mb-2 font-semibold">Password must have:</p>
      <ul className="flex flex-col gap-1.5">
        {rules.map(({ id, label, isMet }) => {
          const Icon = isMet ? Check : Circle;
          return (
            <li key={id} className={classNames("flex items-center gap-2", isMet ? "text-success" : "text-ink-soft")}>
              <Icon aria-hidden="true" size={16} strokeWidth={isMet ? 3 : 2} className="shrink-0" />
              {label}
              <span className="sr-only">{isMet ? "(met)" : "(missing)"}</span>
            </li>
          );
        })}
      </ul>
      {isTooCommon && said !== TOO_COMMON && <p role="status" className="mt-2 font-medium text-danger">{TOO_COMMON}</p>}
    </div>
  );
}

function rulesOf(composed: boolean): typeof PASSWORD_RULES {
  return composed ? PASSWORD_RULES : PASSWORD_RULES.filter(({ id }) => id === "length");
}

function useIsCommon(password: string): boolean {
  const [common, setCommon] = useState("");
  useEffect(() => {
    if (password === "") return;
    let isNow = true;
    void isCommon(password).then((is) => isNow && setCommon(is ? password : ""));
    return () => void (isNow = false);
  }, [password]);
  return password !== "" && common === password;
}

/** The list comes with the first letter, so that no other screen carries it. */
async function isCommon(password: string): Promise<boolean> {
  try {
    const { isCommonPassword } = await import("@contract/common_passwords.ts");
    return isCommonPassword(password);
  } catch {
    return false;
  }
}
