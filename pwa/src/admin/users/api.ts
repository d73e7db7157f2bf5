import {
  cancelPlannedEmail,
  createUser,
  deleteUser,
  exportUsers as exportUsersCall,
  getUser,
  putUserShort,
  restoreUser,
  searchUsers,
  setMusicHidden,
  suspendUser,
  unsuspendUser,
} from "@contract/calls/admin_people.ts";
import { chosenOf } from "../parts/use_address.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import type { Role } from "@contract/accounts.ts";
import type { UserSort } from "@contract/admin_users.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { STALE } from "../../data/query_client.ts";
import { NOTED, useAnswer, useChange } from "../shell/queries.ts";

interface UserList {
  q: string;
  /** "" is everyone whose account is not being closed. */
  status: string;
  sort: UserSort;
  order: "asc" | "desc";
  narrow?: Readonly<Record<"role" | "from" | "to", string>>;
}

const PAGE = 50;
const LIST_KEY = ["admin", "users"] as const;

/** Everyone that the search finds, a page at a time. */
export function useUsers(list: UserList, enabled = true) {
  return useInfiniteQuery({
    enabled,
    queryKey: [...LIST_KEY, list],
    queryFn: ({ pageParam, signal }) =>
      askAsAdmin(searchUsers, { query: { ...chosenIn(list), limit: PAGE, cursor: pageParam || undefined }, signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.length < PAGE ? undefined : last.at(-1)?._id,
    placeholderData: keepPreviousData,
    staleTime: STALE.seconds,
  });
}

/** One person's details, for the form. The service notes who opened them, so they are asked for each time. */
export function useUserDetails(userId: string) {
  const keeping = { ...NOTED, gcTime: 0, staleTime: Infinity };
  return useAnswer(["admin", "user", userId], getUser, { id: userId }, keeping);
}

/** What the form sends: a password for a new person, `passwordLink` for all others. */
export interface UserForm {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  role: Role;
  isAdmin: boolean;
  password: string;
  confirmPassword: string;
  passwordLink: boolean;
}

/** Makes a user, or changes the one of the id as it was in that version. */
export function useSaveUser(userId: string | undefined, version: number | undefined) {
  return useUserChange(({ password, confirmPassword, passwordLink, ...form }: UserForm) =>
    userId === undefined
      ? askAsAdmin(createUser, { body: { ...form, password, confirmPassword } })
      : askAsAdmin(putUserShort, { id: userId, body: { ...form, passwordLink, version } })
  );
}

/** Closes an account as an admin; it is erased later. */
export function useDeleteUser() {
  return useUserChange((userId: string) => askAsAdmin(deleteUser, { id: userId }));
}

/** Takes back an email that takes effect later. */
export function useCancelEmail(userId: string) {
  return useChange((changeId: string) => askAsAdmin(cancelPlannedEmail, { id: userId, changeId }), {
    holds: ["admin", "user", userId],
  });
}

/** Hides the music of a suspended person, or shows it. */
export function useMusicOf(userId: string) {
  return useChange((music: "stays" | "hidden") => askAsAdmin(setMusicHidden, { id: userId, body: { music } }), {
    holds: ["admin", "user", userId],
  });
}

export type Standing = "suspend" | "unsuspend";

/** Suspends someone or lets them in again, with the reason, and says what becomes of their music. */
export function useStanding(userId: string, standing: Standing) {
  return useUserChange((body: { reason: string; words?: string; music?: "stays" | "hidden" }) =>
    askAsAdmin(standing === "suspend" ? suspendUser : unsuspendUser, { id: userId, body })
  );
}

/** Opens an account that was deleted, before it is erased. */
export function useRestoreUser() {
  return useUserChange((userId: string) => askAsAdmin(restoreUser, { id: userId }));
}

function useUserChange<Change, Answer>(mutationFn: (change: Change) => Promise<Answer>) {
  const lists = [LIST_KEY, ["admin", "stats"], ["admin", "proposals"]];
  return useChange(mutationFn, { successRenews: lists, refusalRenews: lists });
}

/** Saves everyone that the list shows as a table. */
export async function exportUsers(list: UserList, note: string): Promise<void> {
  await adminFile(exportUsersCall, { body: { ...chosenIn(list), note } });
}

function chosenIn({ narrow, ...list }: UserList): Record<string, string> {
  return chosenOf({ ...list, ...narrow });
}
