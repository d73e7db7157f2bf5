import { Refusal } from "../../contract/refusal.ts";

/**
 * Nigerian mobile numbers by their first two digits, with every usual way to begin them: two spellings of one phone must
 * not count as two numbers. 009 is how Nigeria dials abroad, 00 how most others do.
 */
const MOBILE = /^(?:(?:\+|00|009)?234)?0?((?:70|71|80|81|90|91)\d{8})$/;
/** As long as the shortest numbers of small towns, and no longer than any of the world's. */
const ANY = /^(?:\+[1-9])?\d{6,14}$/;

/** What contacts write before and behind a number: "Tel. …", "Mobile: …", "… (WhatsApp)". */
const LABEL = /^(?:tel(?:ephone)?|\p{L}[\p{L} ]*(?=[:.]))\s*[:.]*\s*/iu;
const REMARK = /\s*(?:\(\p{L}+\)|[,;])$/u;

/** Its digits, perhaps behind a +. Contacts that are copied bring marks that show nothing; some write `+44 (0)20`. */
function digitsOf(said: string): string {
  return said.replace(/\p{Cf}/gu, "").trim().replace(LABEL, "").replace(REMARK, "")
    .replace(/^([^\d]*(?:\+|00)\s*\d{1,3})[\s.-]*\(\s*0\s*\)/, "$1").replace(/[\s().[\]'/\p{Pd}]/gu, "");
}

/**
 * A phone number: a Nigerian mobile one, however it begins, as E.164, any other as its digits: what a landline or another
 * country's number looks like is not for Orin to say. Spaces, dots, dashes and brackets do not matter, and none at all
 * stays none. Throws Refusal `invalid_request` for anything but a number.
 */
export function normalPhone(said: string): string {
  const digits = digitsOf(said);
  if (digits === "") return "";
  const national = MOBILE.exec(digits)?.[1];
  if (national !== undefined) return `+234${national}`;
  const whole = digits.replace(/^00(?=[1-9])/, "+");
  if (ANY.test(whole)) return whole;
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
  const national = MOBILE.exec(digitsOf(said))?.[1];
  if (national !== undefined) return `+234${national}`;
  throw new Refusal("invalid_request", "Please enter a Nigerian mobile number, such as 0803 123 4567", {
    field: "phone",
  });
}
