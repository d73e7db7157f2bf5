import { Navigate, useLocation, useParams } from "react-router-dom";
import { OLD_ADDRESSES, paymentAt } from "./work_address.ts";

/** Leads from where a case was listed to where it is now. */
export function OldAddress() {
  const { pathname, search } = useLocation();
  const lead = OLD_ADDRESSES[pathname];
  return <Navigate replace to={lead ? lead(new URLSearchParams(search)) : "/dashboard"} />;
}

/** Leads from what pays for a payout to its case, which has it. */
export function OldExplorer() {
  return <Navigate replace to={paymentAt(useParams().id ?? "")} />;
}
