import type { AdminStats } from "@contract/admin_stats.ts";
import { formatNaira, koboOf } from "@contract/money.ts";
import { Link } from "react-router-dom";
import { formatDate } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";

/** The documented three values of each: user, payment and date; with the name that belongs to the user. */
export function RecentSubscriptions(
  { subscriptions }: { subscriptions: AdminStats["recentData"]["recentSubscriptions"] },
) {
  return (
    <Card>
      <h2 className="mb-4 text-lg">Recent Subscriptions</h2>
      {subscriptions.length === 0
        ? <p className="text-sm text-ink-soft">No subscriptions yet.</p>
        : (
          <div className="overflow-x-auto">
            <table className="w-full text-sm">
              <thead>
                <tr className="text-left text-xs text-ink-soft">
                  <th scope="col" className="pb-2 font-semibold">User</th>
                  <th scope="col" className="pb-2 text-right font-semibold">Payment</th>
                  <th scope="col" className="pb-2 pl-3 text-right font-semibold">Date</th>
                </tr>
              </thead>
              <tbody>
                {subscriptions.map(({ userId, name, paymentAmount, date }) => (
                  <tr key={`${userId} ${date}`} className="border-t border-line">
                    <td className="py-2">
                      <Link
                        to={`/audit?subject=${encodeURIComponent(`user:${userId}`)}`}
                        className="text-accent underline-offset-2 hover:underline"
                      >
                        {name || "Unknown user"}
                      </Link>
                      <span className="block font-mono text-xs break-all text-ink-soft">{userId}</span>
                    </td>
                    <td className="py-2 pl-3 text-right tabular-nums">
                      {paymentAmount === 0 ? "Demo, not paid" : formatNaira(koboOf(paymentAmount))}
                    </td>
                    <td className="py-2 pl-3 text-right whitespace-nowrap text-ink-soft">{formatDate(date)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
    </Card>
  );
}
