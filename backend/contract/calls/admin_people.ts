import type { PlayHistory } from "../listening.ts";
import { as, callsOf } from "./call.ts";
import type { AdminUser, StandingAnswer } from "../admin_users.ts";
import type { PersonGifts, PersonPage, PersonPayouts } from "../people.ts";
import {
  CreateAdminRequest,
  CreateUserRequest,
  EditUserRequest,
  MusicRequest,
  SuspendRequest,
  UserListQuery,
  UsersExportRequest,
} from "../requests/admin_users.ts";
import { BooksQuery } from "../requests/books.ts";
import { PersonNoteRequest, PersonPageQuery } from "../requests/people.ts";
import { CASES, CASES_READ, OWNERS, PEOPLE, PEOPLE_READ } from "./role_groups.ts";

const trust = callsOf("Back office: people and trust");
const records = callsOf("Back office: team and records");

export const searchUsers = trust("GET /api/v1/admin/users", {
  does: "Search people",
  who: "admin",
  roles: PEOPLE_READ,
  isPersonal: true,
  query: UserListQuery,
  answers: as<AdminUser[]>(),
  shows: ["account"],
});

export const countUsers = trust("GET /api/v1/admin/users/count", {
  does: "How many people there are",
  who: "admin",
  roles: PEOPLE_READ,
  query: UserListQuery,
});

export const exportUsers = trust("POST /api/v1/admin/users/export", {
  does: "Export the list of people",
  who: "admin",
  roles: PEOPLE_READ,
  body: UsersExportRequest,
});

export const getUser = trust("GET /api/v1/admin/users/:id", {
  does: "One person's account",
  who: "admin",
  roles: PEOPLE_READ,
  isPersonal: true,
  answers: as<AdminUser>(),
  shows: ["account"],
});

export const createUser = trust("POST /api/v1/admin/users", {
  does: "Open an account for a person",
  who: "admin",
  roles: PEOPLE,
  body: CreateUserRequest,
});

export const putUserShort = trust("PUT /api/v1/users/:id", {
  does: "Change a person's account",
  who: "admin",
  roles: PEOPLE,
  body: EditUserRequest,
});

export const patchUserShort = trust("PATCH /api/v1/users/:id", {
  does: "Change a person's account",
  who: "admin",
  roles: PEOPLE,
  body: EditUserRequest,
});

export const putUser = trust("PUT /api/v1/admin/users/:id", {
  does: "Change a person's account",
  who: "admin",
  roles: PEOPLE,
  body: EditUserRequest,
});

export const patchUser = trust("PATCH /api/v1/admin/users/:id", {
  does: "Change a person's account",
  who: "admin",
  roles: PEOPLE,
  body: EditUserRequest,
});

export const cancelPlannedEmail = trust("POST /api/v1/admin/users/:id/email/:changeId/cancel", {
  does: "Take back an address that takes effect later",
  who: "admin",
  roles: PEOPLE,
  answers: as<AdminUser>(),
});

export const deleteUser = trust("DELETE /api/v1/admin/users/:id", {
  does: "Close a person's account",
  who: "admin",
  roles: PEOPLE,
  answers: as<StandingAnswer>(),
});

export const restoreUser = trust("POST /api/v1/admin/users/:id/restore", {
  does: "Undo the closing of an account",
  who: "admin",
  roles: PEOPLE,
});

export const suspendUser = trust("POST /api/v1/admin/users/:id/suspend", {
  does: "Suspend a person",
  who: "admin",
  roles: PEOPLE,
  body: SuspendRequest,
  answers: as<StandingAnswer>(),
});

export const unsuspendUser = trust("POST /api/v1/admin/users/:id/unsuspend", {
  does: "End a suspension",
  who: "admin",
  roles: PEOPLE,
  body: SuspendRequest,
  answers: as<StandingAnswer>(),
});

export const setMusicHidden = trust("POST /api/v1/admin/users/:id/music", {
  does: "Hide or show the music of a suspended person",
  who: "admin",
  roles: PEOPLE,
  body: MusicRequest,
  answers: as<AdminUser>(),
});

export const inviteAdmin = records("POST /api/auth/create-admin", {
  does: "Invite an admin",
  who: "admin",
  roles: OWNERS,
  body: CreateAdminRequest,
});

export const getPerson = trust("GET /api/v1/admin/people/:id", {
  does: "A person with evidence of trust",
  who: "admin",
  roles: CASES_READ,
  isPersonal: true,
  query: BooksQuery,
  answers: as<PersonPage>(),
  shows: ["account", "accountLookup"],
});

export const personPlays = trust("GET /api/v1/admin/people/:id/plays", {
  does: "A person's plays",
  who: "admin",
  roles: CASES_READ,
  query: PersonPageQuery,
  answers: as<PlayHistory>(),
  shows: ["accountLookup"],
});

export const personGifts = trust("GET /api/v1/admin/people/:id/gifts", {
  does: "A person's gifts",
  who: "admin",
  roles: CASES_READ,
  isPersonal: true,
  query: PersonPageQuery,
  answers: as<PersonGifts>(),
  shows: ["giftsToAdmins"],
});

export const personPayouts = trust("GET /api/v1/admin/people/:id/payouts", {
  does: "A person's payouts",
  who: "admin",
  roles: CASES_READ,
  query: PersonPageQuery,
  answers: as<PersonPayouts>(),
});

export const notePerson = trust("POST /api/v1/admin/people/:id/notes", {
  does: "Write a note about a person",
  who: "admin",
  roles: CASES,
  body: PersonNoteRequest,
});
