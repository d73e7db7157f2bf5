import * as z from "zod/mini";
import { isPlainText } from "./text.ts";

const text = (name: string, max: number) =>
  z.string(`${name} is required`).check(
    z.trim(),
    z.minLength(1, `${name} is required`),
    z.maxLength(max, `${name} is too long`),
  );

/** A name, as others read it beside theirs: nothing in it turns the text around it. */
export function personName(name: string) {
  return text(name, 60).check(z.refine(isPlainText, `${name} has characters that cannot be shown`));
}

export const Email = z.string("Email is required").check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254, "Please enter a valid email address"),
  // One bare address: what mail would read as a list, a comment or a name is not in it.
  z.regex(/^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\]+$/, "Please enter a valid email address"),
);

/** 8 to 256 characters, as documented for sign-up and change; a reset asks for `PASSWORD_RULES`, too. */
export const NewPassword = z.string("Password is required").check(
  z.minLength(8, "Minimum length is 8 characters."),
  z.maxLength(256, "Password is too long"),
);

const ROLES = ["listener", "creator"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const SignupRequest = z.object({
  firstName: personName("First name"),
  lastName: personName("Last name"),
  email: Email,
  phone: text("Phone", 20),
  address: text("Address", 200),
  password: NewPassword,
  role: z._default(Role, "listener"),
});
export type SignupRequest = z.infer<typeof SignupRequest>;

/** `signUpProof` is for this browser alone: with the mailed code it opens a session, once and within the hour. */
export interface SignupAnswer {
  message: string;
  userId: string;
  signUpProof: string | undefined;
}

export const LoginRequest = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, "Please fill in all fields"), z.maxLength(256)),
  rememberMe: z._default(z.boolean(), false),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

/** `reportToken` sends play reports only; it lives 30 days and outlives the session. */
export const LoginAnswer = z.object({
  token: z.string(),
  role: Role,
  userId: z.string(),
  reportToken: z.string(),
  expiresAt: z.string(),
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const Otp = z.string("OTP is required").check(z.trim(), z.regex(/^\d{5}$/, "Invalid verification code"));
export const VerifyOtpRequest = z.object({
  email: Email,
  otp: Otp,
  signUpProof: z.optional(z.string("Please sign up again in this browser.").check(z.maxLength(100))),
});
/** `session` is there for the browser that signed up, as a log-in answers it. */
export interface VerifyOtpAnswer {
  message: string;
  session: LoginAnswer | undefined;
}
export const EmailRequest = z.object({ email: Email });
export const ResetPasswordRequest = z.object({ email: Email, otp: Otp, newPassword: NewPassword });
export const MessageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof MessageAnswer>;

/** `GET /api/auth/profile`. */
export const Profile = z.object({
  _id: z.string(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  role: Role,
  isAdmin: z.boolean(),
  isSubscribed: z.boolean(),
  profilePicture: z.optional(z.object({ url: z.string() })),
  createdAt: z.string(),
});
export type Profile = z.infer<typeof Profile>;

/** The documented checklist "Password must have:" of a reset. Sign-up and change ask for the first of them alone. */
export const PASSWORD_RULES: readonly { id: string; label: string; holds(password: string): boolean }[] = [
  { id: "length", label: "At least 8 characters", holds: (password) => password.length >= 8 },
  { id: "upper", label: "An uppercase letter", holds: (password) => /\p{Lu}/u.test(password) },
  { id: "lower", label: "A lowercase letter", holds: (password) => /\p{Ll}/u.test(password) },
  { id: "number", label: "A number", holds: (password) => /\d/.test(password) },
  {
    id: "special",
    label: 'A special character (!@#$%^&*(),.?":{}|<>)',
    holds: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
];
