import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useProfile } from "../data/account.ts";
import { loginPath, useSession } from "../lib/session.ts";

/** Sends visitors to the log-in, and back to this address afterwards. The profile is asked for as the check. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  useProfile();
  return session ? children : <Navigate to={loginPath(pathname + search)} replace />;
}
