import { LogIn } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { loginPath, useIsRefused } from "../lib/session.ts";
import { buttonClass } from "../ui/button_class.ts";
import { Notice } from "./Notice.tsx";

/** Asks to log in again when the service refused the session; the music plays on and nothing that waits is lost. */
export function SessionNotice() {
  const isRefused = useIsRefused();
  const { pathname, search } = useLocation();
  if (!isRefused) return null;
  const action = <Link to={loginPath(pathname + search)} className={buttonClass("primary", "small")}>Log in</Link>;
  return (
    <Notice icon={<LogIn size={20} />} action={action}>
      Please log in again. Your music and waiting plays are safe.
    </Notice>
  );
}
