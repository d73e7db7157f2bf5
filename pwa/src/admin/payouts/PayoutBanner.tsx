import { PROVIDER_NAME } from "@contract/payments.ts";
import { Link, useLocation } from "react-router-dom";
import { plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { usePayouts } from "./api.ts";

const PAYOUTS = "/approve-earnings?payouts=open";

/** On every page of the back office: that payouts are paused, why, and where admins can do something about it. */
export function PayoutBanner() {
  const { data } = usePayouts();
  const { pathname, search } = useLocation();
  const isHere = `${pathname}${search}` === PAYOUTS;
  if (!data || data.status === "running") return null;
  if (data.status === "waiting") {
    return (
      <Banner tone="info" className="mb-10">
        Orin has just started. Payouts begin once {PROVIDER_NAME} has shown its lists. Everything else works.
      </Banner>
    );
  }
  const { pause } = data;
  const found = pause?.findings.length ?? 0;
  return (
    <Banner
      tone="error"
      className="mb-10"
      action={!isHere && <Link to={PAYOUTS} className="font-semibold text-link underline">See what to do</Link>}
    >
      <strong className="font-semibold">Payouts are paused.</strong> {found > 0
        ? `Orin found ${
          plural(found, "sign")
        } of a restored backup. Reconcile with ${PROVIDER_NAME}; then admins on two sides can resume payouts.`
        : `${pause?.by ?? "Orin"} paused them: ${pause?.reason}. Admins on two sides can resume them.`}
    </Banner>
  );
}
