import type { AdminStats } from "@contract/admin_stats.ts";
import { Link } from "react-router-dom";
import { formatDate } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../parts/DataTable.tsx";

/** The documented three values of each: user, payment and date; with the name that belongs to the user. */
export function RecentSubscriptions(
  { subscriptions }: { subscriptions: AdminStats["recentData"]["recentSubscriptions"] },
) {
  return (
    <Card>
      <h2 className="mb-4 text-lg">Recent Subscriptions</h2>
      {subscriptions.length === 0 ? <p className="text-sm text-ink-soft">No subscriptions yet.</p> : (
        <DataTable
          label="Recent Subscriptions"
          rows={subscriptions}
          keyOf={({ userId, date }) => `${userId} ${date}`}
          columns={[
            {
              label: "User",
              wraps: true,
              cell: ({ userId, name }) => (
                <>
                  <Link
                    to={`/audit?subject=${encodeURIComponent(`user:${userId}`)}`}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    {name || "Unknown user"}
                  </Link>
                  <span className="block font-mono text-xs break-all text-ink-soft">{userId}</span>
                </>
              ),
            },
            {
              label: "Payment",
              isFigure: true,
              cell: ({ paymentAmount }) => paymentAmount === 0 ? "Demo, not paid" : nairaOf(paymentAmount),
            },
            { label: "Date", isFigure: true, onPhone: "end", cell: ({ date }) => formatDate(date) },
          ]}
        />
      )}
    </Card>
  );
}
