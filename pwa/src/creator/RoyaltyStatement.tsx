import { formatNaira } from "@contract/money.ts";
import type { RoyaltyMonth, RoyaltyYear } from "@contract/royalties.ts";
import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useParams } from "react-router-dom";
import { royaltyYearQuery } from "../data/creator.ts";
import { failureText } from "../lib/api_error.ts";
import { formatDate, formatHours } from "../lib/format.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { FigureTable } from "../ui/FigureTable.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { royaltyMonthName, stateName } from "./royalty_words.ts";
import { usePayee } from "./use_payee.ts";
import styles from "../ui/printed.module.css";
import { useRoyaltyTable } from "./use_royalty_table.ts";

/** `/cs-royalties/year/:year`: a year's royalties with their totals, for the screen, for paper and for the tax return. */
export function RoyaltyStatement() {
  const { year: asked = "" } = useParams();
  const year = /^20\d\d$/.test(asked) ? Number(asked) : 0;
  const royalties = useQuery(royaltyYearQuery(year));
  const payee = usePayee();
  const table = useRoyaltyTable();
  const { data } = royalties;
  return (
    <>
      <PageHeader
        title={data ? `Royalties ${data.year}` : "Royalties"}
        subtitle="What Premium brought you in a calendar year of Lagos, in naira."
        before={<BackLink to="/cs-royalties">Back to Royalties</BackLink>}
      >
        <Button
          variant="quiet"
          icon={<Download size={18} />}
          disabled={!data}
          busy={table.isPending}
          onClick={() => data && table.mutate({ year: data.year })}
        >
          Save as CSV
        </Button>
        <Button variant="quiet" icon={<Printer size={18} />} disabled={!data} onClick={() => globalThis.print()}>
          Print
        </Button>
      </PageHeader>
      {table.isError && <Banner tone="error">{failureText(table.error, "The CSV file could not be saved")}</Banner>}
      {data
        ? <Sheet royalties={data} of={payee} />
        : <LoadState query={royalties} label="Loading the year..." failure="Failed to load your royalties" />}
    </>
  );
}

function Sheet({ royalties, of }: { royalties: RoyaltyYear; of: string }) {
  // A copy from an older version of the app knows neither tax nor disputes.
  const { year, tracks, totalKobo, fromDisputesKobo = 0, voidedKobo, withheldKobo = 0, taxKobo = 0 } = royalties;
  return (
    <section aria-label={`Royalties of ${year}`} className={`${styles.sheet} flex flex-col gap-6`}>
      <header className={styles.onPaper}>
        <p className="text-xl font-bold">Orin</p>
        <p>Statement of royalties for {year}, printed {formatDate(Date.now())}</p>
        <p>{of}</p>
      </header>
      <dl className="figure-grid">
        <Sum name={taxKobo > 0 ? "Royalties, gross" : "Royalties"} kobo={totalKobo} />
        {voidedKobo > 0 && <Sum name="Removed" kobo={voidedKobo} />}
        {taxKobo > 0 && <Sum name="Tax" kobo={taxKobo} />}
        <Sum name={`Yours for ${year}`} kobo={totalKobo - voidedKobo - taxKobo} />
      </dl>
      <Months royalties={royalties} />
      {(tracks.length > 0 || fromDisputesKobo > 0) && (
        <div>
          <h2 className="mb-2 text-xl">By song</h2>
          <FigureTable
            label={`Royalties of ${year} by song`}
            heads={["Song", "Proven time", "Royalties"]}
            rows={[
              ...tracks.map(({ _id, title, seconds, kobo }) => ({
                key: _id,
                name: <bdi className="wrap-anywhere">{title}</bdi>,
                cells: [formatHours(seconds), formatNaira(kobo)],
              })),
              ...fromDisputesKobo > 0
                ? [{
                  key: "disputes",
                  name: "From settled disputes of shares",
                  cells: ["", formatNaira(fromDisputesKobo)],
                }]
                : [],
            ]}
            className="max-sm:text-xs"
          />
        </div>
      )}
      <p className="text-sm text-ink-soft">
        A royalty belongs to the month in which people listened. It is paid about three weeks later, so December is paid
        in January: your statement of tokens shows the day on which it came. {taxWords(withheldKobo, taxKobo)}
        {disputeWords(fromDisputesKobo)}
      </p>
    </section>
  );
}

/** What became of the tax, true to the kobo. */
function taxWords(withheldKobo: number, taxKobo: number): string {
  const toCome = taxKobo > withheldKobo
    ? ` ${formatNaira(taxKobo - withheldKobo)} more is withheld when the rest settles.`
    : "";
  if (withheldKobo === 0) {
    return `Orin has withheld no tax of these royalties${toCome === "" ? "" : " so far"}.${toCome}`;
  }
  return `Orin has withheld ${
    formatNaira(withheldKobo)
  } of these royalties as tax, and pays it to the tax authority in ` +
    `your name: each settlement by the rate of its month, rounded down to the kobo.${toCome}`;
}

/** What came later than the rest, since a share was disputed. */
function disputeWords(kobo: number): string {
  return kobo > 0 ? ` ${formatNaira(kobo)} of these royalties came when a dispute of a share was settled.` : "";
}

function Months({ royalties: { year, months, ...total } }: { royalties: RoyaltyYear }) {
  // A phone has room for what there is.
  const hasRemoved = total.voidedKobo > 0;
  const hasTax = total.taxKobo > 0;
  const cellsOf = ({ kobo, voidedKobo, taxKobo }: Pick<RoyaltyMonth, "kobo" | "voidedKobo" | "taxKobo">) =>
    [
      ...[kobo, ...hasRemoved ? [voidedKobo] : [], ...hasTax ? [taxKobo] : []],
      kobo - voidedKobo - taxKobo,
    ].map(formatNaira);
  const heads = [
    "Month of listening",
    "Royalties",
    ...hasRemoved ? ["Removed"] : [],
    ...hasTax ? ["Tax"] : [],
    "Yours",
  ];
  const computed = months.filter(({ state }) => state !== "open").toReversed();
  if (computed.length === 0) return <p className="text-sm text-ink-soft">No month of {year} has been computed yet.</p>;
  return (
    <FigureTable
      label={`Royalties of ${year} by month`}
      heads={heads}
      rows={[
        ...computed.map((month) => ({
          key: month.month,
          name: (
            <>
              {royaltyMonthName(month.month)}
              <span className="block text-xs text-ink-faint">{stateName(month)}</span>
            </>
          ),
          cells: cellsOf(month),
        })),
        { key: "year", name: year, cells: cellsOf({ ...total, kobo: total.totalKobo }), isTotal: true },
      ]}
      className="max-sm:text-xs"
    />
  );
}

function Sum({ name, kobo }: { name: string; kobo: number }) {
  return (
    <div className="rounded-xl border border-line bg-surface p-4">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-xl font-bold tracking-tight tabular-nums sm:text-2xl">{formatNaira(kobo)}</dd>
    </div>
  );
}
