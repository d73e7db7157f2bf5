import { Refusal } from "../contract/refusal.ts";

/** The first two digits of Nigerian mobile numbers. */
const NIGERIAN = /^(?:\+?234|0)?((?:70|71|80|81|90|91)\d{8})$/;
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;

/**
 * A phone number as E.164. Nigerian ones may begin with 0, 234 or +234; any other country's with + and its code.
 * Spaces, dots, dashes and brackets do not matter, and none at all stays none. Throws Refusal `invalid_request` for anything else.
 */
export function normalPhone(said: string): string {
  const digits = said.replace(/[\s().-]/g, "");
  if (digits === "") return "";
  const national = NIGERIAN.exec(digits)?.[1];
  if (national !== undefined) return `+234${national}`;
  if (INTERNATIONAL.test(digits) && !digits.startsWith("+234")) return digits;
  throw new Refusal(
    "invalid_request",
    "Please enter a valid phone number, such as 0803 123 4567 or +234 803 123 4567",
    { field: "phone" },
  );
}
