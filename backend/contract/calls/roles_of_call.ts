import type { AdminRole } from "../admin_roles.ts";
import "./all.ts";
import { declaredCalls } from "./call.ts";

/** Which roles may make each call of the back office beside owners. The app's build puts the finished table here. */
export const ROLES_OF_CALL: Readonly<Record<string, readonly AdminRole[]>> = Object.fromEntries(
  [...declaredCalls()].flatMap(([name, { roles }]) => roles ? [[name, roles]] : []),
);
