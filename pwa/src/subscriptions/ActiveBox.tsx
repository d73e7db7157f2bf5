import type { SubscriptionHistory } from "@contract/subscriptions.ts";
import { CalendarX2, Crown } from "lucide-react";
import { formatDate } from "../lib/format.ts";
import { Button } from "../ui/Button.tsx";

interface ActiveBoxProps {
  subscription: SubscriptionHistory["subscription"];
  onCancel(): void;
}

/** That Premium is there, until when, and whether it was given up. */
export function ActiveBox({ subscription: { expiryDate, isCancelled }, onCancel }: ActiveBoxProps) {
  const until = formatDate(expiryDate ?? "");
  const Icon = isCancelled ? CalendarX2 : Crown;
  return (
    <section aria-labelledby="yours">
      <h2 id="yours" className="mb-4 text-xl">Your Premium</h2>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-xl bg-dye p-5 text-on-dye sm:p-6">
        <Icon aria-hidden="true" size={32} className="shrink-0 text-(--marigold)" />
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="text-xl">Active Subscription</h3>
          <p className="mt-1">
            {isCancelled ? `Cancelled, access until ${until}` : `Your premium subscription is active until ${until}.`}
          </p>
        </div>
        {!isCancelled && (
          <Button
            variant="quiet"
            className="border-on-dye! text-on-dye! hover:bg-on-dye/10!"
            onClick={onCancel}
          >
            Cancel Subscription
          </Button>
        )}
      </div>
    </section>
  );
}
