import { randomInt } from "node:crypto";
import type { PersonalData } from "../../store/personal/personal_data.ts";

const COUNT = 10;
/** Twelve letters of 32 are 60 bits. */
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Crockford's: nothing that people take for something else. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** New recovery codes as people read them: "7Q2M-X0KD-9RHT". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode);
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** What the log keeps of an admin's recovery code: a keyed hash, however the code was typed. */
export function hashOfRecoveryCode(
  { personal }: { readonly personal: PersonalData },
  { userId, code }: { readonly userId: string; readonly code: string },
): string {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return personal.lookupHash("recovery code", `${userId} ${letters}`);
}
