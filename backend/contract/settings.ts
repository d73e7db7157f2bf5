import * as z from "zod/mini";
import { Email, Otp } from "./accounts.ts";

/**
 * `GET /api/v1/settings`: whether mails may be sent that nobody needs (reminders, news of artists), and whether artists
 * see the person's first name and picture when they play and follow. Both were never asked for: mails come, names do not.
 */
export const Settings = z.object({ notifications: z.boolean(), isNamed: z.boolean() });
export type Settings = z.infer<typeof Settings>;

/** `PUT /api/v1/settings`: what is left out stays. */
export const SettingsChange = z.partial(Settings);
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

/** `POST /api/auth/upload-dp` (a form with the file `profilePicture`) and `DELETE /api/auth/delete-dp`. */
export const PictureAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  profilePicture: z.object({ url: z.string(), placeholder: z.string() }),
});
export type PictureAnswer = z.infer<typeof PictureAnswer>;
