import * as z from "zod/mini";
import { ROLES } from "../accounts.ts";
import { BIRTH_YEARS } from "../birth_years.ts";
import { Phone, PhoneOrNone } from "./phone.ts";
import { hasLink, isPlainText, tidyLine } from "../text.ts";

const text = (name: string, max: number) =>
  z.string(`${name} is required`).check(
    z.trim(),
    z.minLength(1, `${name} is required`),
    z.maxLength(max, `${name} is too long`),
  );

/** A name, as others read it beside theirs: nothing in it turns the text around it, or leads away from it. */
export function personName(name: string) {
  return z.string(`${name} is required`).check(
    z.overwrite(tidyLine),
    z.minLength(1, `${name} is required`),
    z.maxLength(60, `${name} is too long`),
    z.refine(isPlainText, `${name} has characters that cannot be shown`),
    z.refine((text) => !hasLink(text), `${name} cannot hold a web address`),
  );
}

export const Email = z.string("Email is required").check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254, "Please enter a valid email address"),
  // One bare address: what mail would read as a list, a comment or a name is not in it, and no second spelling of the
  // domain, such as one with a dot behind it.
  z.regex(/^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\.]+$/, "Please enter a valid email address"),
);

/** 8 to 256 characters, as documented for sign-up and change; a reset asks for `PASSWORD_RULES`, too. */
export const NewPassword = z.string("Password is required").check(
  z.minLength(8, "Minimum length is 8 characters."),
  z.maxLength(256, "Password is too long"),
);

export const Role = z.enum(ROLES);

export const SignupRequest = z.object({
  firstName: personName("First name"),
  lastName: personName("Last name"),
  email: Email,
  phone: Phone,
  address: text("Address", 200),
  password: NewPassword,
  role: z._default(Role, "listener"),
  /** A solved challenge of `proof_required`: Base64 of JSON, as ALTCHA's widgets send it. */
  altcha: z.optional(z.string().check(z.maxLength(1_000))),
});
export type SignupRequest = z.infer<typeof SignupRequest>;

export const LoginRequest = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, "Please fill in all fields"), z.maxLength(256)),
  rememberMe: z._default(z.boolean(), false),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

export const Otp = z.string("OTP is required").check(z.trim(), z.regex(/^\d{5}$/, "Invalid verification code"));
export const VerifyOtpRequest = z.object({
  email: Email,
  otp: Otp,
  signUpProof: z.optional(z.string("Please sign up again in this browser.").check(z.maxLength(100))),
});
export const EmailRequest = z.object({ email: Email });
/** The code of the mail, or the key of its link. */
const CodeOrKey = z.string("OTP is required").check(
  z.trim(),
  z.regex(/^(\d{5}|[\w-]{22})$/, "Invalid verification code"),
);
export const ResetPasswordRequest = z.object({ email: Email, otp: CodeOrKey, newPassword: NewPassword });

/** `PUT /api/v1/birth-years`. */
export const BirthYearsRequest = z.object({ years: z.enum(BIRTH_YEARS, "Please choose one of the offered years") });

/** Missing fields stay unchanged; phone and address may be emptied. */
export const ProfileRequest = z.partial(z.object({
  firstName: SignupRequest.shape.firstName,
  lastName: SignupRequest.shape.lastName,
  phone: PhoneOrNone,
  address: z.string().check(z.trim(), z.maxLength(200)),
}));

/** `PUT /api/auth/change-password`. */
export const ChangePasswordRequest = z.object({
  currentPassword: z.string().check(z.minLength(1), z.maxLength(256)),
  newPassword: NewPassword,
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;
