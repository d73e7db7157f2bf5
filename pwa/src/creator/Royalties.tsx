import { formatNaira } from "@contract/money.ts";
import type { RoyaltyMonthDetail, RoyaltyTrack, RoyaltyYear } from "@contract/royalties.ts";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { royaltyMonthQuery, royaltyYearQuery } from "../data/royalties.ts";
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
import styles from "../ui/printed.module.css";
import { Select } from "../ui/Select.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { TaxSums } from "./TaxSums.tsx";
import { RoyaltyRules } from "./RoyaltyRules.tsx";
import { royaltyMonthName, stateName, stateWords } from "./royalty_words.ts";
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
