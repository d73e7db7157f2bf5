import * as z from "zod/mini";
import { ADMIN_ROLES } from "../admin_roles.ts";
import { NewPassword } from "./accounts.ts";

/** An invited admin's own password, in place of the one that was given out. */
export const EnrolRequest = z.object({
  currentPassword: z.string("Current password is required").check(z.minLength(1, "Current password is required")),
  newPassword: NewPassword,
});

export const RoleRequest = z.object({ role: z.enum(ADMIN_ROLES, "Please choose a role") });

/** `invitation` is the key from the mail's link. */
export const AcceptInvitationRequest = z.object({
  invitation: z.string("The invitation is missing").check(z.maxLength(200)),
  newPassword: NewPassword,
});
