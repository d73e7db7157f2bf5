import type { BooksAnswer } from "@contract/books.ts";
import { formatNaira, koboOf } from "@contract/money.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { formatDateTime, formatTokens } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Badge } from "../parts/Badge.tsx";
import { useMay } from "../shell/roles.ts";
import { useBooks } from "./api.ts";
import { CapitalDialog } from "./CapitalDialog.tsx";
import { BooksFiles } from "./BooksFiles.tsx";
import { fieldTime, momentOf } from "./lagos_time.ts";
import { CELL, HEAD, HEADS, NUMBER, ROW, TOTAL } from "./table_class.ts";
import { TableBox } from "./TableBox.tsx";
import { accountWords, OWED } from "./words.ts";

/** The books at a moment (ISO 8601), or now. */
export function BooksAt({ at, onAt }: { at: string; onAt(at: string): void }) {
  const query = useBooks(at);
  const { data } = query;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <Moment key={at} at={at} onAt={onAt} />
        <BooksFiles files={["csv", "bundle"]} at={data?.at ?? at} />
      </div>
      {!data && (
        <LoadState query={query} count={8} label="Loading the books..." failure="The books could not be loaded" />
      )}
      {data && <Shown books={data} />}
    </div>
  );
}

/** Chooses the moment, in Lagos time. */
function Moment({ at, onAt }: { at: string; onAt(at: string): void }) {
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const moment = momentOf(String(new FormData(event.currentTarget).get("at")));
    setError(moment === "" ? "Choose a date and a time" : undefined);
    if (moment !== "") onAt(moment);
  };
  return (
    <form noValidate aria-label="Moment" onSubmit={submit} className="flex max-w-full flex-wrap items-end gap-3">
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
    </form>
  );
}

function Shown({ books }: { books: BooksAnswer }) {
  const { at, owed, provider, cover, claims, capital, result, difference } = books;
  return (
    <>
      <p className="text-sm text-ink-soft">
        The books of{" "}
        {formatDateTime(at)}. One token is one naira. They come from the ledger's entries up to then, so this moment
        always shows the same.
      </p>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Sums title="Orin owes" unit="Tokens">
          {OWED.map(({ part, label }) => <Line key={part} label={label} tokens={owed[part]} naira={owed[part]} />)}
          <Line label="Total" tokens={owed.total} naira={owed.total} isTotal />
        </Sums>
        <Sums title="Orin has" unit="">
          <Line label={`At ${PROVIDER_NAME}, by the books`} naira={provider.books} />
          <Line
            label={provider.said
              ? `At ${PROVIDER_NAME}, as it said on ${formatDateTime(provider.said.at)}`
              : `At ${PROVIDER_NAME}, as it said`}
            naira={provider.said?.amount}
          />
          {difference && <Line label={`Difference: ${PROVIDER_NAME} less the books`} naira={difference.amount} />}
          {difference?.parts.map((part) => <Explained key={part.kind} part={part} />)}
          {difference && difference.parts.length > 0 && <Line label="Not explained" naira={difference.rest} />}
          <Cover label="Cover by the books" ratio={cover.books} />
          <Cover label={`Cover by what ${PROVIDER_NAME} said`} ratio={cover.said} />
          <Line label="Claims against people" naira={claims.total} />
          <Line label="Capital that the owners put in" naira={capital} />
        </Sums>
        <Advice books={books} />
        <Sums title="Result since the beginning" unit="">
          <Line label="Revenue: Premium" naira={books.revenue.subscriptions} />
          <Line label="Revenue: Pay Per View" naira={books.revenue.extraPlays} />
          <Line label="Rewards given from the pool" naira={-result.rewards} />
          <Line label="Royalties of Premium" naira={-result.royalties} />
          {result.promotion !== 0 && <Line label="Listening that nobody paid for" naira={-result.promotion} />}
          <Line label="Fees paid" naira={-result.fees} />
          <Line label="Result" naira={result.total} isTotal />
        </Sums>
      </div>
      <Trial books={books} />
    </>
  );
}

function Sums({ title, unit, children }: { title: string; unit: string; children: ReactNode }) {
  return (
    <TableBox label={title}>
      <table className="w-full border-collapse text-sm">
        <thead className={HEADS}>
          <tr>
            <th scope="col" className={HEAD}>{title}</th>
            {unit === ""
              ? <td className="max-sm:hidden" />
              : <th scope="col" className={`${HEAD} text-right max-sm:hidden`}>{unit}</th>}
            <th scope="col" className={`${HEAD} text-right`}>Naira</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableBox>
  );
}

interface LineProps {
  label: string;
  tokens?: number;
  naira: number | undefined;
  isTotal?: boolean;
}

function Line({ label, tokens, naira, isTotal = false }: LineProps) {
  return (
    <tr className={isTotal ? TOTAL : ROW}>
      <th scope="row" className={`${CELL} text-left ${isTotal ? "" : "font-normal"}`}>{label}</th>
      <td className={`${NUMBER} max-sm:hidden`}>{tokens === undefined ? "" : formatTokens(tokens)}</td>
      <td className={NUMBER}>{naira === undefined ? "Unknown" : formatNaira(koboOf(naira))}</td>
    </tr>
  );
}

const PARTS: Readonly<Record<NonNullable<BooksAnswer["difference"]>["parts"][number]["kind"], string>> = {
  underway: "On its way to banks",
  uncertain: "Uncertain payouts",
  to_clear: "Payments to clear",
  since: `Moved since ${PROVIDER_NAME} said it`,
};

/** A part of the difference, with the payments that make it up. */
function Explained(
  { part: { kind, amount, names } }: { part: NonNullable<BooksAnswer["difference"]>["parts"][number] },
) {
  return (
    <tr className={ROW}>
      <th scope="row" className={`${CELL} pl-6 text-left font-normal text-ink-soft`}>
        {PARTS[kind]} {names.length > 0 && <span className="block text-xs wrap-anywhere">{names.join(", ")}</span>}
      </th>
      <td className="max-sm:hidden" />
      <td className={NUMBER}>{formatNaira(koboOf(amount))}</td>
    </tr>
  );
}

/** What to do where the provider's balance is not explained, or does not cover what is owed. */
function Advice({ books: { difference, cover, owed, provider } }: { books: BooksAnswer }) {
  const may = useMay("POST /api/v1/admin/books/capital");
  const [isAsking, setAsking] = useState(false);
  const [said, say] = useState<string>();
  const isShort = cover.books !== null && cover.books < 1;
  const rest = difference?.rest ?? 0;
  return (
    <div className="flex flex-col gap-3">
      {isShort && (
        <Banner tone="error">
          {`Cover is under 100 %: ${formatNaira(koboOf(owed.total) - koboOf(provider.books))} is missing. `}
          {`Put capital into ${PROVIDER_NAME} and record it here, or lower the rewards under Earning rules.`}
        </Banner>
      )}
      {rest !== 0 && (
        <Banner tone="error">
          {`${
            formatNaira(koboOf(rest))
          } of the difference is not explained. Fees of money on its way explain small sums; `}
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
function Cover({ label, ratio }: { label: string; ratio: number | null }) {
  return (
    <tr className={ROW}>
      <th scope="row" className={`${CELL} text-left font-normal`}>{label}</th>
      <td className="max-sm:hidden" />
      <td className={NUMBER}>
        {ratio === null
          ? "Unknown"
          : <Badge tone={ratio >= 1 ? "good" : "bad"}>{`${formatTokens(ratio * 100)} %`}</Badge>}
      </td>
    </tr>
  );
}

function Trial({ books: { trial, totals, upTo } }: { books: BooksAnswer }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">Trial balance</h2>
      {trial.length === 0
        ? <p className="text-sm text-ink-soft">Nothing had moved by then.</p>
        : (
          <TableBox label="Trial balance">
            <table className="w-full border-collapse text-sm">
              <thead className={HEADS}>
                <tr>
                  <th scope="col" className={HEAD}>Account</th>
                  <th scope="col" className={`${HEAD} max-md:hidden`}>Name in the ledger</th>
                  <th scope="col" className={`${HEAD} text-right`}>Debit</th>
                  <th scope="col" className={`${HEAD} text-right`}>Credit</th>
                </tr>
              </thead>
              <tbody>
                {trial.map(({ account, debit, credit }) => (
                  <tr key={account} className={ROW}>
                    <th scope="row" className={`${CELL} text-left font-normal`}>{accountWords(account)}</th>
                    <td className={`${CELL} text-ink-soft max-md:hidden`}>{account}</td>
                    <td className={NUMBER}>{debit === 0 ? "" : formatTokens(debit)}</td>
                    <td className={NUMBER}>{credit === 0 ? "" : formatTokens(credit)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr className={TOTAL}>
                  <th scope="row" className={`${CELL} text-left`}>Total</th>
                  <td className="max-md:hidden" />
                  <td className={NUMBER}>{formatTokens(totals.debit)}</td>
                  <td className={NUMBER}>{formatTokens(totals.credit)}</td>
                </tr>
              </tfoot>
            </table>
          </TableBox>
        )}
      <p className="mt-3 text-xs text-ink-soft">
        {totals.debit === totals.credit ? "Both sides agree." : "The two sides differ."}{" "}
        {upTo.map(({ log, position }) => `Last transfer: ${log}, position ${position}.`).join(" ")}{" "}
        Anyone can check a signed bundle offline with tools/verify_bundle.mjs.
      </p>
    </section>
  );
}
