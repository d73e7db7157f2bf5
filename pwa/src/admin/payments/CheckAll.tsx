import { retryPayment } from "@contract/calls/admin_payments.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { May } from "../shell/May.tsx";
import { useCheckAll } from "./api.ts";

/** Asks the provider about every payment that is shown, one after the other: what was paid stays paid once. */
export function CheckAll({ ids }: { ids: readonly string[] }) {
  const [done, setDone] = useState(0);
  const check = useCheckAll(setDone);
  const failed = check.data ?? 0;
  return (
    <May call={retryPayment}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Button
          variant="quiet"
          size="small"
          busy={check.isPending}
          busyLabel={`Checking ${done} of ${ids.length}...`}
          onClick={() => {
            setDone(0);
            check.mutate(ids);
          }}
        >
          Check all with {PROVIDER_NAME}
        </Button>
        <span role="status" className="text-xs text-ink-soft">
          {check.isSuccess && failed > 0 && `${plural(failed, "payment")} could not be checked: try again later.`}
          {check.isSuccess && failed === 0 && "All are checked."}
        </span>
      </div>
    </May>
  );
}
