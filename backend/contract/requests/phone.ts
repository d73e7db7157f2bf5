import * as z from "zod/mini";

/** As people write a number: with spaces, dashes and brackets around its at most 15 digits. */
const LONGEST = 40;

/** A program may say it as a JSON number, which has lost its first zero. */
const said = (missing: string) =>
  z.pipe(
    z.union([z.string(missing), z.pipe(z.number(missing), z.transform(String))], missing),
    z.string().check(z.trim(), z.maxLength(LONGEST, "Phone is too long")),
  );

/** A phone number as it was written: `normalPhone` and `mobileNumber` read it. */
export const Phone = z.pipe(said("Phone is required"), z.string().check(z.minLength(1, "Phone is required")));

/** The same, or none. */
export const PhoneOrNone = said("Please enter a valid phone number");
