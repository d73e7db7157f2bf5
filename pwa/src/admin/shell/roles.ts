import type { AdminRole } from "@contract/admin_roles.ts";
import { mayCall } from "@contract/calls/roles.ts";
import { useAdminSession } from "./session.ts";

/** Whether the admin's role makes a call such as `DELETE /api/v1/admin/users/:id`: what it does not make is not offered. */
export function useMay(call: string): boolean {
  return mayCall(useRole(), call);
}

/** The role of the admin who is logged in. */
export function useRole(): AdminRole {
  return useAdminSession()?.role ?? "owner";
}
