import { chosenOf } from "../parts/use_address.ts";
import type { PaymentList, PaymentsPage } from "@contract/admin_payments.ts";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { Select } from "../../ui/Select.tsx";
import { TabSet } from "../../ui/TabSet.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { exportPayments, type PaymentsSought, useApprovers } from "./api.ts";
import { filterFields, filterIn, type PaymentFilter, wrongFilter } from "./filter.ts";
import { Payouts } from "../payouts/Payouts.tsx";
import { FilterForm } from "../parts/FilterForm.tsx";
import { ListTools } from "../parts/ListTools.tsx";
import { SavedFilters } from "../parts/SavedFilters.tsx";
import { Outcomes, Underway } from "./Outcomes.tsx";
import { PaymentRows } from "./PaymentRows.tsx";
import { ToClear } from "./ToClear.tsx";
import { type Outcome, useOutcome } from "./use_outcome.ts";
import { useSettled } from "../parts/use_settled.ts";
import { LISTS, type Order, ORDERS } from "./words.ts";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** The tab that the documents have; the others are behind More, and beside it once chosen. */
const FIRST: PaymentList = "pending";
/** The tab of money that came in wrongly; the others are of withdrawals. */
const TO_CLEAR = "clear";
const CLEAR_LABEL = "Payments to clear";
/** What of the lists behind More waits for an admin. */
const WAITING = ["second_approval", "uncertain"] as const;

/** `/approve-earnings`: the withdrawals of all users by state, each with its case file and what admins can do. */
export function Payments() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const [outcome, report] = useOutcome();
  const [underway, setUnderway] = useState<readonly string[]>([]);
  const told = (next: Outcome, paymentId: string) => {
    report(next);
    setUnderway((ids) => [...ids.filter((id) => id !== paymentId), ...next.isWaiting ? [paymentId] : []]);
  };
  const [page, setPage] = useState<PaymentsPage>();
  const counts = page?.counts;
  const tab = params.get("tab") ?? FIRST;
  const isToClear = tab === TO_CLEAR;
  const list = listOf(tab);
  const filter = filterIn(params);
  const show = (next: string, narrow: PaymentFilter) =>
    setParams({ ...(next !== FIRST && { tab: next }), ...chosenOf(narrow) }, { replace: true });
  const [order, setOrder] = useState<Order>("waiting");
  const isWaiting = !isToClear && (list === "pending" || list === "second_approval");
  return (
    <>
      <Head arePayoutsOpen={params.has("payouts")} onPayouts={(next) => setParams(next, { replace: true })} />
      {page?.isLevel1Closed && <ClosedLevel />}
      <Outcomes outcome={outcome} onClose={() => report(undefined)} />
      {underway.map((id) => <Underway key={id} paymentId={id} onOutcome={told} />)}
      <Toolbar
        {...{ typed, filter, order }}
        onType={setTyped}
        onFilter={(next) => show(tab, next)}
        onOrder={isWaiting ? setOrder : undefined}
        sought={isToClear ? undefined : { list, search, filter }}
      />
      <TabSet
        label="Payments by state"
        value={isToClear ? TO_CLEAR : list}
        onChange={(next) => show(next, filter)}
        tabs={[
          ...LISTS.filter(({ list: id }) => id === FIRST || (id === list && !isToClear)).map(({ list: id, label }) => ({
            id,
            label: <TabLabel text={label} count={countOf(counts, id)} />,
            content: <PaymentRows list={id} {...{ search, filter, order }} onPage={setPage} onOutcome={told} />,
          })),
          ...isToClear ? [{ id: TO_CLEAR, label: CLEAR_LABEL, content: <ToClear /> }] : [],
        ]}
        after={<MoreLists counts={counts} onChoose={(next) => show(next, filter)} />}
      />
    </>
  );
}

interface HeadProps {
  arePayoutsOpen: boolean;
  onPayouts(params: Record<string, string>): void;
}

/** Whether payouts may begin is behind its button. */
function Head({ arePayoutsOpen, onPayouts }: HeadProps) {
  return (
    <>
      <ScreenHead
        title="Payment Management"
        subtitle="Each request has a case file. It shows where the tokens came from and any warning signs, and is stored with your decision."
      >
        <Button
          variant="quiet"
          size="small"
          aria-expanded={arePayoutsOpen}
          onClick={() => onPayouts(arePayoutsOpen ? {} : { payouts: "open" })}
        >
          Payouts
        </Button>
      </ScreenHead>
      {arePayoutsOpen && (
        <section aria-label="Payouts" className="mb-6">
          <Payouts />
        </section>
      )}
    </>
  );
}

interface ToolbarProps {
  typed: string;
  filter: PaymentFilter;
  order: Order;
  onType(text: string): void;
  onFilter(filter: PaymentFilter): void;
  /** Undefined where the order is fixed. */
  onOrder: ((order: Order) => void) | undefined;
  /** Undefined where the list is no list of withdrawals. */
  sought: PaymentsSought | undefined;
}

/** What narrows, orders and saves the list. */
function Toolbar({ typed, filter, order, onType, onFilter, onOrder, sought }: ToolbarProps) {
  const search = (
    <TextField
      className="lg:h-10"
      label="Search payments"
      hideLabel
      type="search"
      placeholder="Search by user, email, or account..."
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  );
  if (!sought) return <div className="mb-3 lg:w-md">{search}</div>;
  const saved = {
    list: "payments",
    query: String(new URLSearchParams(chosenOf(filter))),
    onChoose: (query: string) => onFilter(filterIn(new URLSearchParams(query))),
  };
  return (
    <ListTools
      narrowed={Object.keys(chosenOf(filter)).length}
      panel={(id) => <Filter id={id} filter={filter} onFilter={onFilter} />}
      exporting={{
        title: "Export these payments as CSV?",
        text: "The file holds exactly the payments of this tab, search and filter, with names and email addresses.",
        save: (note) => exportPayments(sought, note),
      }}
      after={<SavedFilters {...saved} />}
    >
      {search}
      {onOrder && <OrderChoice order={order} onChange={onOrder} />}
    </ListTools>
  );
}

function Filter({ id, filter, onFilter }: Pick<ToolbarProps, "filter" | "onFilter"> & { id: string }) {
  return (
    <FilterForm
      id={id}
      fields={filterFields(useApprovers())}
      values={filter}
      action="Show payments"
      wrong={wrongFilter}
      onFilter={onFilter}
    />
  );
}

function OrderChoice({ order, onChange }: { order: Order; onChange(order: Order): void }) {
  return (
    <Select
      hideLabel
      className="lg:h-10"
      label="Order of the requests"
      options={ORDERS}
      value={order}
      onChange={(event) => onChange(ORDERS.find(({ value }) => value === event.target.value)?.value ?? "waiting")}
    />
  );
}

function ClosedLevel() {
  return (
    <Banner tone="info" className="mb-4">
      Orin sends no texts, so phone numbers cannot be proven and level 1 is closed: only people with a proven identity
      are paid. TERMII_API_KEY switches texts on.
    </Banner>
  );
}

type Counts = PaymentsPage["counts"] | undefined;

function MoreLists({ counts, onChoose }: { counts: Counts; onChoose(tab: string): void }) {
  const waiting = WAITING.reduce((sum, list) => sum + (counts?.[list] ?? 0), 0);
  const items = LISTS.filter(({ list }) => list !== FIRST).map(({ list, label }) => {
    const count = countOf(counts, list);
    return { label: count ? `${label} ${count}` : label, onSelect: () => onChoose(list) };
  });
  return (
    <Menu
      label={waiting > 0 ? `More ${waiting} to check` : "More"}
      items={[...items, { label: CLEAR_LABEL, onSelect: () => onChoose(TO_CLEAR) }]}
      className="w-auto! grid-flow-col gap-1.5 px-4 text-sm font-semibold"
      icon={
        <>
          <TabLabel text="More" count={waiting} />
          <ChevronDown aria-hidden="true" size={16} />
        </>
      }
    />
  );
}

function TabLabel({ text, count }: { text: string; count: number | undefined }) {
  if (!count) return text;
  return (
    <span>
      {text}{" "}
      <span className="ml-1 inline-grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-xs font-bold text-on-primary">
        {count}
      </span>
    </span>
  );
}

function countOf(counts: Counts, list: PaymentList): number | undefined {
  return list === "any" ? undefined : counts?.[list];
}

function listOf(tab: string | null): PaymentList {
  return LISTS.find(({ list }) => list === tab)?.list ?? FIRST;
}
