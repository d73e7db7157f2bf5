import { Refusal } from "../../contract/refusal.ts";

/** The first two digits of Nigerian mobile numbers. */
const NIGERIAN = /^(?:\+?234|0)?((?:70|71|80|81|90|91)\d{8})$/;
/** The same, with every usual way to begin it: two spellings of one phone must not count as two numbers. */
const MOBILE = /^(?:(?:\+|00)?234)?0?((?:70|71|80|81|90|91)\d{8})$/;
/** As long as the shortest numbers of small towns, and no longer than any of the world's. */
const ANY = /^(?:\+[1-9])?\d{6,14}$/;

/**
 * A phone number: a Nigerian mobile one, which may begin with 0, 234 or +234, as E.164, any other as its digits: what a
 * landline or another country's number looks like is not for Orin to say. Spaces, dots, dashes and brackets do not
 * matter, and none at all stays none. Throws Refusal `invalid_request` for anything but a number.
 */
export function normalPhone(said: string): string {
  const digits = said.replace(/[\s().-]/g, "");
  if (digits === "") return "";
  const national = NIGERIAN.exec(digits)?.[1];
  if (national !== undefined) return `+234${national}`;
  if (ANY.test(digits)) return digits;
  throw new Refusal(
    "invalid_request",
    "Please enter a valid phone number, such as 0803 123 4567 or +234 803 123 4567",
    { field: "phone" },
  );
}

/**
 * A Nigerian mobile number in E.164, for a code. Others cannot be proven: texts abroad cost much and reach few listeners.
 * Throws Refusal `invalid_request`.
 */
export function mobileNumber(said: string): string {
  const national = MOBILE.exec(said.replace(/[\s().-]/g, ""))?.[1];
  if (national !== undefined) return `+234${national}`;
  throw new Refusal("invalid_request", "Please enter a Nigerian mobile number, such as 0803 123 4567", {
    field: "phone",
  });
}
