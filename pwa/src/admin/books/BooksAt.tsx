import { booksBundle, booksCsv, recordCapital } from "@contract/calls/books.ts";
import type { BooksAnswer } from "@contract/books.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { formatDateTime, formatTokens } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Badge } from "../parts/Badge.tsx";
import { DataTable } from "../parts/DataTable.tsx";
import { FileButton } from "../parts/FileButton.tsx";
import { figure } from "../parts/columns.ts";
import { Loaded } from "../parts/Loaded.tsx";
import { adminFile } from "../shell/admin_api.ts";
import { useMay } from "../shell/roles.ts";
import { useBooks } from "./api.ts";
import { CapitalDialog } from "./RecordDialogs.tsx";
import { fieldTime, momentOf } from "./lagos_time.ts";
import { accountWords, OWED } from "./words.ts";

/** The books at a moment (ISO 8601), or now. */
export function BooksAt({ at, onAt }: { at: string; onAt(at: string): void }) {
  const query = useBooks(at);
  const of = { query: { at: (query.data?.at ?? at) || undefined } };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <Moment key={at} at={at} onAt={onAt} />
        <FileButton label="CSV" save={() => adminFile(booksCsv, of)} />
        <FileButton isSigned label="Signed bundle" save={() => adminFile(booksBundle, of)} />
      </div>
      <Loaded query={query} count={8} label="Loading the books..." failure="The books could not be loaded">
        {(books) => <Shown books={books} />}
      </Loaded>
    </div>
  );
}

/** Chooses the moment, in Lagos time. */
function Moment({ at, onAt }: { at: string; onAt(at: string): void }) {
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const moment = momentOf(String(new FormData(event.currentTarget).get("at")));
    setError(moment === "" ? "Choose a date and a time" : undefined);
    if (moment !== "") onAt(moment);
  };
  return (
    <Form isRow aria-label="Moment" onSubmit={submit} className="max-w-full gap-3">
      <TextField
        label="Date and time in Lagos"
        name="at"
        type="datetime-local"
        defaultValue={fieldTime(at || Date.now())}
        max={fieldTime(Date.now())}
        error={error}
      />
      <Button type="submit" size="small">Show</Button>
      {at !== "" && <Button size="small" variant="quiet" onClick={() => onAt("")}>Now</Button>}
    </Form>
  );
}

function Shown({ books }: { books: BooksAnswer }) {
  const { at, owed, provider, cover, claims, capital, revenue, result, difference } = books;
  const said = provider.said ? `as it said on ${formatDateTime(provider.said.at)}` : "as it said";
  return (
    <>
      <p className="text-sm text-ink-soft">
        The books of{" "}
        {formatDateTime(at)}. One token is one naira. They come from the ledger's entries up to then, so this moment
        always shows the same.
      </p>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Sums
          title="Orin owes"
          hasTokens
          lines={[
            ...OWED.map(({ part, label }) => ({ label, sum: owed[part] })),
            { label: "Total", sum: owed.total, isTotal: true },
          ]}
        />
        <Sums
          title="Orin has"
          lines={[
            { label: `At ${PROVIDER_NAME}, by the books`, sum: provider.books },
            { label: `At ${PROVIDER_NAME}, ${said}`, sum: provider.said?.amount },
            ...difference ? explained(difference) : [],
            { label: "Cover by the books", shown: <Cover ratio={cover.books} /> },
            { label: `Cover by what ${PROVIDER_NAME} said`, shown: <Cover ratio={cover.said} /> },
            { label: "Claims against people", sum: claims.total },
            { label: "Capital that the owners put in", sum: capital },
          ]}
        />
        <Advice books={books} />
        <Sums
          title="Result since the beginning"
          lines={[
            { label: "Revenue: Premium", sum: revenue.subscriptions },
            { label: "Revenue: Pay Per View", sum: revenue.extraPlays },
            { label: "Rewards given from the pool", sum: -result.rewards },
            { label: "Royalties of Premium", sum: -result.royalties },
            ...result.promotion === 0 ? [] : [{ label: "Listening that nobody paid for", sum: -result.promotion }],
            { label: "Fees paid", sum: -result.fees },
            { label: "Result", sum: result.total, isTotal: true },
          ]}
        />
      </div>
      <Trial books={books} />
    </>
  );
}

interface Line {
  label: ReactNode;
  /** Naira; undefined where it is not known. */
  sum?: number | undefined;
  /** In place of a sum. */
  shown?: ReactNode;
  isTotal?: boolean;
}

interface SumsProps {
  title: string;
  lines: readonly Line[];
  hasTokens?: boolean;
}

function Sums({ title, lines, hasTokens = false }: SumsProps) {
  return (
    <div>
      <h2 className="mb-1 text-base md:hidden">{title}</h2>
      <DataTable
        label={title}
        rows={lines}
        keyOf={(line) => String(lines.indexOf(line))}
        isTotal={({ isTotal }) => isTotal === true}
        columns={[
          { label: title, wraps: true, cell: ({ label }) => label },
          ...hasTokens
            ? [{ label: "Tokens", isFigure: true, cell: ({ sum }: Line) => sum !== undefined && formatTokens(sum) }]
            : [],
          figure("Naira", ({ sum, shown }: Line) => shown ?? (sum === undefined ? "Unknown" : nairaOf(sum)), "end"),
        ]}
      />
    </div>
  );
}

type Difference = NonNullable<BooksAnswer["difference"]>;

const PARTS: Readonly<Record<Difference["parts"][number]["kind"], string>> = {
  underway: "On its way to banks",
  uncertain: "Uncertain payouts",
  to_clear: "Payments to clear",
  since: `Moved since ${PROVIDER_NAME} said it`,
};

/** The difference, each part of it with the payments that make it up, and what is left. */
function explained({ amount, parts, rest }: Difference): Line[] {
  return [
    { label: `Difference: ${PROVIDER_NAME} less the books`, sum: amount },
    ...parts.map(({ kind, amount: part, names }) => ({
      label: (
        <span className="block pl-3 text-ink-soft">
          {PARTS[kind]} {names.length > 0 && <span className="block text-xs">{names.join(", ")}</span>}
        </span>
      ),
      sum: part,
    })),
    ...parts.length > 0 ? [{ label: "Not explained", sum: rest }] : [],
  ];
}

/** What to do where the provider's balance is not explained, or does not cover what is owed. */
function Advice({ books: { difference, cover, owed, provider } }: { books: BooksAnswer }) {
  const may = useMay(recordCapital);
  const [isAsking, setAsking] = useState(false);
  const [said, say] = useState<string>();
  const isShort = cover.books !== null && cover.books < 1;
  const rest = difference?.rest ?? 0;
  return (
    <div className="flex flex-col gap-3">
      {isShort && (
        <Banner tone="error">
          {`Cover is under 100 %: ${nairaOf(owed.total - provider.books)} is missing. `}
          {`Put capital into ${PROVIDER_NAME} and record it here, or lower the rewards under Earning rules.`}
        </Banner>
      )}
      {rest !== 0 && (
        <Banner tone="error">
          {`${nairaOf(rest)} of the difference is not explained. Fees of money on its way explain small sums; `}
          {"for large ones look at the reconciliations first, then for capital that was not recorded."}
        </Banner>
      )}
      {difference && rest === 0 && <Banner tone="success">The books and {PROVIDER_NAME} agree.</Banner>}
      {said && <Banner tone="info">{said}</Banner>}
      {may && (
        <Button variant="quiet" size="small" className="self-start" onClick={() => setAsking(true)}>
          Record capital
        </Button>
      )}
      {isAsking && <CapitalDialog onClose={() => setAsking(false)} onDone={say} />}
    </div>
  );
}

/** How much is there for each naira owed. */
function Cover({ ratio }: { ratio: number | null }) {
  if (ratio === null) return "Unknown";
  return <Badge tone={ratio >= 1 ? "good" : "bad"}>{`${formatTokens(ratio * 100)} %`}</Badge>;
}

const TOTAL = "Total";

type TrialLine = BooksAnswer["trial"][number];

function Trial({ books: { trial, totals, upTo } }: { books: BooksAnswer }) {
  const sumOf = (amount: number, account: string) => (amount !== 0 || account === TOTAL) && nairaOf(amount);
  return (
    <section>
      <h2 className="mb-3 text-xl">Trial balance</h2>
      {trial.length === 0 ? <p className="text-sm text-ink-soft">Nothing had moved by then.</p> : (
        <DataTable
          label="Trial balance"
          rows={[...trial, { account: TOTAL, ...totals }]}
          keyOf={({ account }) => account}
          isTotal={({ account }) => account === TOTAL}
          columns={[
            { label: "Account", wraps: true, cell: ({ account }) => account === TOTAL ? TOTAL : accountWords(account) },
            { label: "Name in the ledger", cell: ({ account }) => account !== TOTAL && account },
            figure("Debit", ({ account, debit }: TrialLine) => sumOf(debit, account)),
            figure("Credit", ({ account, credit }: TrialLine) => sumOf(credit, account)),
          ]}
        />
      )}
      <p className="mt-3 text-xs text-ink-soft">
        {totals.debit === totals.credit ? "Both sides agree." : "The two sides differ."}{" "}
        {upTo.map(({ log, position }) => `Last transfer: ${log}, position ${position}.`).join(" ")}{" "}
        Anyone can check a signed bundle offline with tools/verify_bundle.mjs.
      </p>
    </section>
  );
}
