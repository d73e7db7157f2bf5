import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useProfile } from "../data/account.ts";
import { loginPath, useSession } from "../lib/session.ts";

interface RequireSessionProps {
  /** Listeners are led to Discover. */
  isForCreators?: boolean;
  children: ReactNode;
}

/** Sends visitors to the log-in, and back to this address afterwards. The profile is asked for as the check. */
export function RequireSession({ isForCreators = false, children }: RequireSessionProps) {
  const session = useSession();
  const { pathname, search } = useLocation();
  useProfile();
  if (!session) return <Navigate to={loginPath(pathname + search)} replace />;
  return isForCreators && session.role !== "creator" ? <Navigate to="/" replace /> : children;
}
