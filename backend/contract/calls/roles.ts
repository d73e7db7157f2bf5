import { ADMIN_ROLES, type AdminRole, ROLE_WORDS } from "../admin_roles.ts";
import { ROLES_OF_CALL } from "./roles_of_call.ts";

/** Whether a role may make a call such as `GET /api/v1/admin/users/:id`. Owners may make all. */
export function mayCall(role: AdminRole, call: string): boolean {
  return role === "owner" || (ROLES_OF_CALL[call] ?? []).includes(role);
}

/** Whether a change of role gives rights that the person did not have. */
export function addsRights(before: AdminRole, after: AdminRole): boolean {
  if (before === "owner") return false;
  return after === "owner" || Object.keys(ROLES_OF_CALL).some((call) => mayCall(after, call) && !mayCall(before, call));
}

/** The roles that may make a call, as a sentence names them: "Owner or Finance". */
export function rolesFor(call: string): string {
  const labels = ADMIN_ROLES.filter((role) => mayCall(role, call)).map((role) => ROLE_WORDS[role].label);
  return new Intl.ListFormat("en", { type: "disjunction" }).format(labels);
}
