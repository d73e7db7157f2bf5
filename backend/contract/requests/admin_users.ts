import * as z from "zod/mini";
import { NoteRequest } from "./audit.ts";
import { Day } from "./days.ts";
import { ADMIN_ROLES } from "../admin_roles.ts";
import { USER_SORTS, USER_STATUSES } from "../admin_users.ts";
import { isPlainLines } from "../text.ts";
import { Email, NewPassword, personName, Role } from "./accounts.ts";
import { PhoneOrNone } from "./phone.ts";
import { Id } from "./ids.ts";

export const SortOrder = z.enum(["asc", "desc"]);

/** Without `status` everyone whose account is not being closed. `cursor` is the `_id` of the last row before. */
const UserFilters = z.object({
  q: z._default(z.string().check(z.maxLength(200)), ""),
  status: z.optional(z.enum([...USER_STATUSES, "admin"])),
  role: z.optional(z.enum(["listener", "creator"], "Choose listener or creator")),
  /** Who joined on these days and between them. */
  from: z.optional(Day),
  to: z.optional(Day),
  sort: z._default(z.enum(USER_SORTS), "created"),
  order: z._default(SortOrder, "desc"),
});
export type UserFilters = z.infer<typeof UserFilters>;

/** `POST /api/v1/admin/users/export`: the filtered list as a table, and why it leaves Orin. */
export const UsersExportRequest = z.extend(UserFilters, NoteRequest.shape);

/** `cursor` is the `_id` of the last row before. */
export const UserListQuery = z.extend(UserFilters, {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(Id),
});

const mayBeEmpty = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), "");
const filled = (words: string) => z.string(`${words} is required`).check(z.minLength(1, `${words} is required`));
const FilledEmail = z.pipe(filled("Email"), Email);
const Password = z.pipe(filled("Password"), NewPassword);
const Phone = z._default(PhoneOrNone, "");
const Address = mayBeEmpty(200);

/** The add modal's form; `confirmPassword` is compared where it is sent. */
export const CreateUserRequest = z.object({
  firstName: personName("First name"),
  lastName: personName("Last name"),
  email: FilledEmail,
  phone: Phone,
  address: Address,
  role: z._default(Role, "listener"),
  isAdmin: z._default(z.boolean(), false),
  password: Password,
  confirmPassword: z.optional(z.string()),
});

/** What is left out stays. With a password, or `passwordLink`, the person is mailed a link to choose one. */
export const EditUserRequest = z.partial(z.object({
  firstName: personName("First name"),
  lastName: personName("Last name"),
  email: FilledEmail,
  phone: PhoneOrNone,
  address: z.string().check(z.trim(), z.maxLength(200)),
  role: Role,
  isAdmin: z.boolean(),
  password: z.union([z.literal(""), NewPassword]),
  confirmPassword: z.string(),
  passwordLink: z.boolean(),
  /** Of the details that the form was filled with. */
  version: z.number().check(z.int()),
}));

export const CreateAdminRequest = z.object({
  fullName: personName("Full name"),
  email: FilledEmail,
  phone: Phone,
  address: Address,
  /** Left out, only the invited admin knows one: they choose it with the link from their mail. */
  password: z.optional(Password),
  role: z.optional(z.enum(ADMIN_ROLES, "Please choose a role")),
});

/** Whether listeners still hear the music of a suspended person. */
const Music = z.enum(["stays", "hidden"], "Choose whether the music stays or is hidden");

/** `POST /api/v1/admin/users/:id/music`: for who is suspended. */
export const MusicRequest = z.object({ music: Music });

export const SuspendRequest = z.object({
  music: z._default(Music, "stays"),
  reason: z.string("A reason is required").check(
    z.trim(),
    z.minLength(1, "A reason is required"),
    z.maxLength(500, "The reason is too long"),
  ),
  /** For the person, who reads it in our mail and may answer; the reason is for the team. */
  words: z.optional(
    z.string().check(
      z.trim(),
      z.minLength(3, "Please say why, in words for the person"),
      z.maxLength(2_000, "At most 2,000 characters"),
      z.refine(isPlainLines, "Please write plain text"),
    ),
  ),
});
