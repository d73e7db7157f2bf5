import { formatNaira } from "@contract/money.ts";
import type { RoyaltyMonthDetail } from "@contract/royalties.ts";
import { Link } from "react-router-dom";
import { formatDate } from "../lib/format.ts";
import { Card } from "../ui/Card.tsx";
import { percentOf, royaltyMonthName } from "./royalty_words.ts";

const MONTH_KOBO = 100_000;

/** How a month is computed, with its own numbers. */
export function RoyaltyRules({ detail }: { detail: RoyaltyMonthDetail }) {
  const { month, shareBasisPoints, freeKoboPerHour, closesAt, state, taxBasisPoints, taxKobo } = detail;
  // What settled before there was a tax was not taxed, whatever the rate of its month.
  const isTaxed = taxBasisPoints > 0 && (taxKobo > 0 || state === "open");
  const name = royaltyMonthName(month);
  const share = Math.floor(MONTH_KOBO * shareBasisPoints / 10_000);
  const steps = [
    `What a listener pays for Premium is spread over the days that it pays for, each day the same. If kobo are left over, ` +
    `the first days get one more each. What falls in ${name} is this listener's ${name}.`,
    `${
      percentOf(shareBasisPoints)
    } of it goes to artists, and at most what is left after the provider's fee and what this listener earned. This share was set before ${name} began, and it is the same for ` +
    "all.",
    `It goes only to artists whom this person heard in ${name}, by proven time: time for which Orin delivered the sound, ` +
    "each second once, and of each person at most what the earning rules reward a day. What others play changes nothing.",
    "If a song is shared with other artists, each day is split as it was shared when the day began.",
    "Every part is rounded down to the kobo. The kobo that are left go one each to the parts that lost most by that; where " +
    "two lost the same, the song with the lower number goes first.",
    "If a listener heard nobody, that share stays with Orin. Your own plays count for nobody.",
    `${state === "open" ? "We compute it" : "We computed it"} on ${
      formatDate(closesAt)
    }, when the last late plays had ` +
    "time to come. After that the month never changes. Before it settles, we remove what false accounts brought.",
  ];
  return (
    <Card>
      <h2 className="mb-1 text-xl">How it is computed</h2>
      <p className="mb-4 text-sm text-ink-soft">
        Someone pays {formatNaira(MONTH_KOBO)}{" "}
        for a month and listens for 3 hours, 2 of them to you. You get two thirds of {formatNaira(share)}:{" "}
        <strong className="text-ink">{formatNaira(Math.round(share * 2 / 3))}</strong>.
      </p>
      <ol className="flex list-decimal flex-col gap-2 pl-5 text-sm text-ink-soft marker:font-semibold">
        {steps.map((step) => <li key={step}>{step}</li>)}
        {isTaxed && (
          <li>
            All this is gross. When it settles, Orin withholds {percentOf(taxBasisPoints)}{" "}
            of it as tax, rounded down to the kobo, and pays that to the tax authority. The rate was set before {name}
            {" "}
            began, and it is the same for all.
          </li>
        )}
        {freeKoboPerHour > 0 && (
          <li>
            For listeners who pay nothing, Orin adds {formatNaira(freeKoboPerHour)} an hour of proven listening.
          </li>
        )}
      </ol>
      <p className="mt-4 text-sm">
        <Link to="/policy" className="font-semibold text-accent hover:underline">All rules, and how they changed</Link>
      </p>
    </Card>
  );
}
