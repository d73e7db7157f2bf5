import { refundGift } from "@contract/calls/gifts.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { PersonGifts } from "@contract/people.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { workAt } from "../shell/work_address.ts";
import { May } from "../shell/May.tsx";
import { useChange } from "../shell/queries.ts";
import { nairaOf, tokensWithNaira } from "../../lib/naira.ts";

interface RefundGiftProps {
  gift: Pick<PersonGifts["gifts"][number], "giftId" | "tokens" | "method" | "refund">;
}

/** Returns a gift: tokens immediately, a card's money through the payment provider; a larger one takes two admins. */
export function RefundGift({ gift: { giftId, tokens, method, refund: state } }: RefundGiftProps) {
  const [isAsking, setAsking] = useState(false);
  const refund = useChange(() => askAsAdmin(refundGift, { id: giftId }), { renews: [["admin", "people"]] });
  if (state === "waiting" || refund.data?.state === "waiting") {
    return (
      <span role="status">
        <Link className="text-link underline" to={workAt("proposal")}>Waits for an admin</Link>
      </span>
    );
  }
  if (refund.data) return <span role="status">{refund.data.message}</span>;
  return (
    <May call={refundGift}>
      <Button variant="quiet" size="small" busy={refund.isPending} onClick={() => setAsking(true)}>
        {state === "decided" ? "Refund again" : "Refund"}
      </Button>
      {refund.isError && (
        <span role="alert" className="text-danger">{failureText(refund.error, "Failed to refund")}</span>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Return this gift?"
        message={method === "card"
          ? `The giver gets ${nairaOf(tokens)} back on their card through ${PROVIDER_NAME}. This cannot be undone.`
          : `The giver gets ${tokensWithNaira(tokens)} back. This cannot be undone.`}
        confirmLabel="Refund"
        dangerous
        onConfirm={() => {
          setAsking(false);
          refund.mutate();
        }}
        onCancel={() => setAsking(false)}
      />
    </May>
  );
}
