import * as z from "zod/mini";
import { TEAM_ROLES } from "../memberships.ts";
import { Email } from "./accounts.ts";
import { Id } from "./ids.ts";

const Role = z.enum(TEAM_ROLES);

/** `POST /api/v1/team/invitations` */
export const TeamInviteRequest = z.object({ email: Email, role: Role });
export type TeamInviteRequest = z.infer<typeof TeamInviteRequest>;

/** `PUT /api/v1/team/members/:memberId`. `was`: the role that the form showed. */
export const TeamRoleRequest = z.object({ role: Role, was: z.optional(Role) });
export type TeamRoleRequest = z.infer<typeof TeamRoleRequest>;

/** `POST /api/v1/team-invitations/:token` */
export const TeamAnswerRequest = z.object({ answer: z.enum(["accepted", "declined"]) });

/** `GET /api/v1/team/activity/csv` */
export const TeamActivityFilter = z.object({ person: z.optional(Id) });

/** `GET /api/v1/team/activity` */
export const TeamActivityQuery = z.object({
  person: z.optional(Id),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  cursor: z.optional(z.string().check(z.maxLength(80))),
});
