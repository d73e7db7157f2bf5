import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import { formatNaira } from "@contract/money.ts";
import type { RoyaltyMonth, RoyaltyMonthDetail, RoyaltyTrack, RoyaltyYear } from "@contract/royalties.ts";
import { royaltyMonthQuery, royaltyYearQuery } from "../data/creator.ts";
import { failureText } from "../lib/api_error.ts";
import { formatDate, formatFullCount, formatHours, plural } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Select } from "../ui/Select.tsx";
import styles from "../ui/printed.module.css";
import { Figure, Figures } from "./Figures.tsx";
import { percentOf, royaltyMonthName, stateName, stateWords } from "./royalty_words.ts";
import { usePayee } from "./use_payee.ts";
import { useRoyaltyTable } from "./use_royalty_table.ts";

const FAILED = "Failed to load your royalties. Please try again later.";

/** `/cs-royalties?year=&month=`: what Premium listeners brought, month by month and song by song, and how it was computed. */
export function Royalties() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("month") ?? "";
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : "";
  const year = useQuery(royaltyYearQuery(Number(month.slice(0, 4) || search.get("year")) || 0));
  const savedAt = useSavedAt(year);
  const choose = (next: Record<string, string>) => setSearch(next, { replace: true });
  return (
    <>
      <PageHeader title="Royalties" subtitle="Your part of what Premium listeners pay, by what each of them heard.">
        {year.data && (
          <ButtonLink variant="quiet" to={`/cs-royalties/year/${year.data.year}`}>Statement for tax</ButtonLink>
        )}
      </PageHeader>
      <SavedNote what="royalties" savedAt={savedAt} />
      {year.data
        ? <Year year={year.data} month={month} onChoose={choose} />
        : <LoadState query={year} shape="figures" count={3} label="Loading your royalties..." failure={FAILED} />}
    </>
  );
}

interface YearProps {
  year: RoyaltyYear;
  month: string;
  onChoose(next: Record<string, string>): void;
}

function Year({ year: { year, years, months }, month: asked, onChoose }: YearProps) {
  // The newest month that brought something says more than the one that is going on.
  const month = asked || (months.find(({ kobo }) => kobo > 0) ?? months[0])?.month || "";
  const options = months.map(({ month, kobo, state }) => ({
    value: month,
    label: `${royaltyMonthName(month)}: ${state === "open" ? "open" : formatNaira(kobo)}`,
  }));
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-4 sm:max-w-xl sm:grid-cols-[1fr_2fr]">
        <Select
          label="Year"
          value={String(year)}
          options={years.map((one) => ({ value: String(one), label: String(one) }))}
          onChange={(event) => onChoose({ year: event.target.value })}
        />
        <Select
          label="Month"
          value={month}
          options={options}
          onChange={(event) => onChoose({ month: event.target.value })}
        />
      </div>
      <Month key={month} month={month} />
    </div>
  );
}

function Month({ month }: { month: string }) {
  const detail = useQuery(royaltyMonthQuery(month));
  const payee = usePayee();
  if (detail.data) return <Content detail={detail.data} of={payee} />;
  return <LoadState query={detail} shape="figures" count={3} label="Loading the month..." failure={FAILED} />;
}

interface ContentProps {
  detail: RoyaltyMonthDetail;
  /** Whose they are, on paper. */
  of: string;
}

function Content({ detail, of }: ContentProps) {
  const { month, kobo, voidedKobo, voidedBecause, tracks, taxKobo, netKobo } = detail;
  const seconds = tracks.reduce((sum, track) => sum + track.seconds, 0);
  return (
    <section aria-label={royaltyMonthName(month)} className={`${styles.sheet} flex flex-col gap-8`}>
      <header className={styles.onPaper}>
        <p className="text-xl font-bold">Orin</p>
        <p>Royalties for {royaltyMonthName(month)}, printed {formatDate(Date.now())}</p>
        <p>{of}</p>
      </header>
      <Figures>
        <Figure name={`Royalties for ${royaltyMonthName(month)}`} note={stateName(detail)}>
          {detail.state === "open" ? "–" : formatNaira(taxKobo > 0 ? netKobo : kobo - voidedKobo)}
        </Figure>
        {detail.state !== "open" && (
          <>
            <Figure name="Proven listening">{formatHours(seconds)}</Figure>
            <Figure name="Songs heard">{formatFullCount(tracks.length)}</Figure>
          </>
        )}
      </Figures>
      <p role="status" className="text-sm text-ink-soft">{stateWords(detail)}</p>
      {taxKobo > 0 && <TaxSums month={detail} />}
      {voidedKobo > 0 && (
        <Banner tone="info">
          We removed {formatNaira(voidedKobo)} of {formatNaira(kobo)} before it settled. {voidedBecause.join(" ")}
        </Banner>
      )}
      {tracks.length > 0 && <Songs month={month} tracks={tracks} kobo={kobo} />}
      <RoyaltyRules detail={detail} />
    </section>
  );
}

function Songs({ month, tracks, kobo }: { month: string; tracks: readonly RoyaltyTrack[]; kobo: number }) {
  const table = useRoyaltyTable();
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">By song</h2>
        <Button
          variant="quiet"
          className="print:hidden"
          icon={<Download size={18} />}
          busy={table.isPending}
          onClick={() => table.mutate({ month })}
        >
          Save as CSV
        </Button>
      </div>
      {table.isError && <Banner tone="error">{failureText(table.error, "The CSV file could not be saved")}</Banner>}
      <ul className="flex flex-col divide-y divide-line">
        {tracks.map((track) => <Song key={track._id} track={track} ofKobo={kobo} />)}
      </ul>
    </Card>
  );
}

function Song({ track: { title, seconds, listeners, kobo }, ofKobo }: { track: RoyaltyTrack; ofKobo: number }) {
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <p className="flex items-baseline justify-between gap-4">
        <bdi className="min-w-0 truncate font-semibold">{title}</bdi>
        <span className="shrink-0 font-bold tabular-nums">{formatNaira(kobo)}</span>
      </p>
      <p className="text-sm text-ink-soft tabular-nums">
        {provenTime(seconds)} of proven listening by {plural(listeners, "listener")}
      </p>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-ink/8">
        <div className="h-full rounded-full bg-primary" style={{ width: `${ofKobo > 0 ? 100 * kobo / ofKobo : 0}%` }} />
      </div>
    </li>
  );
}

/** "2h 5m"; of less than an hour its minutes or seconds, so that no kobo seems to come from nothing. */
function provenTime(seconds: number): string {
  if (seconds < 60) return plural(seconds, "second");
  return seconds < 3_600 ? plural(Math.floor(seconds / 60), "minute") : formatHours(seconds);
}

/** How a month's royalties become what the artist gets: gross, what was removed, the tax, net. */
function TaxSums({ month }: { month: RoyaltyMonth }) {
  // A copy from an older version of the app knows nothing of disputes.
  const { kobo, fromDisputesKobo = 0, voidedKobo, taxBasisPoints, withheldKobo, taxKobo, netKobo } = month;
  // Of a month that began before there was a tax, and settled in parts, the rate alone would say too much.
  const rate = taxBasisPoints > 0 ? ` (${percentOf(taxBasisPoints)})` : "";
  const toCome = taxKobo - withheldKobo;
  return (
    <dl className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-4 text-sm tabular-nums sm:max-w-md">
      <Line name="Royalties, gross" sum={formatNaira(kobo)} />
      {fromDisputesKobo > 0 && (
        <p className="text-xs text-ink-soft">
          {formatNaira(fromDisputesKobo)} of it came when a dispute of a share was settled.
        </p>
      )}
      {voidedKobo > 0 && <Line name="Removed" sum={`−${formatNaira(voidedKobo)}`} />}
      {withheldKobo > 0 && <Line name={`Tax withheld${rate}`} sum={`−${formatNaira(withheldKobo)}`} />}
      {toCome > 0 && <Line name={`Tax, withheld when it settles${rate}`} sum={`−${formatNaira(toCome)}`} />}
      <div className="flex justify-between gap-4 border-t border-line pt-2 font-bold">
        <dt>Yours, net</dt>
        <dd>{formatNaira(netKobo)}</dd>
      </div>
    </dl>
  );
}

function Line({ name, sum }: { name: string; sum: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="shrink-0">{sum}</dd>
    </div>
  );
}

const MONTH_KOBO = 100_000;

/** How a month is computed, with its own numbers. */
function RoyaltyRules({ detail }: { detail: RoyaltyMonthDetail }) {
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
