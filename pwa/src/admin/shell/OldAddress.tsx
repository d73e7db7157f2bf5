import { Navigate, useLocation } from "react-router-dom";
import { addressNow } from "./work_address.ts";

/** Leads from where a case was listed to where it is now. */
export function OldAddress() {
  const { pathname, search } = useLocation();
  return <Navigate replace to={addressNow(pathname, search)} />;
}
