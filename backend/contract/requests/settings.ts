import * as z from "zod/mini";
import { Email, Otp } from "./accounts.ts";
import { Phone } from "./phone.ts";

/** `PUT /api/v1/settings`: what is left out stays. */
export const SettingsChange = z.partial(z.object({ notifications: z.boolean(), isNamed: z.boolean() }));
export type SettingsChange = z.infer<typeof SettingsChange>;

/** `POST /api/auth/change-email`. */
export const ChangeEmailRequest = z.object({
  email: Email,
  currentPassword: z.string("Current password is required").check(
    z.minLength(1, "Current password is required"),
    z.maxLength(256),
  ),
});

/** `POST /api/auth/confirm-email`. */
export const ConfirmEmailRequest = z.object({ otp: Otp });

/** `POST /api/v1/email-objections`: the key of the link. */
export const ObjectionRequest = z.object({ token: z.string().check(z.maxLength(100)) });

/** `POST /api/v1/phone/code`. */
export const PhoneCodeRequest = z.object({ phone: Phone });

/** `POST /api/v1/phone/confirm`: the number that the code went to. */
export const ConfirmPhoneRequest = z.object({ phone: Phone, otp: Otp });
