import { type ReactNode, useEffect, useState } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState, saidOf } from "../../ui/LoadState.tsx";
import { Select } from "../../ui/Select.tsx";
import { DataTable, type DataTableProps } from "./DataTable.tsx";
import { type FilterField, FilterForm } from "./FilterForm.tsx";
import { type Exporting, ListTools } from "./ListTools.tsx";
import { MorePages, type Pages } from "./MorePages.tsx";
import type { Notice } from "./notice.ts";
import { ScreenHead } from "./ScreenHead.tsx";
import type { ListAddress, useListAddress } from "./use_list_address.ts";
import { Search } from "lucide-react";
import { TextField } from "../../ui/TextField.tsx";

interface ListBodyProps<Row> {
  /** Of one answer, or of pages. */
  query: Parameters<typeof LoadState>[0]["query"] & Partial<Pages>;
  /** Undefined while there is no answer. */
  rows: readonly Row[] | undefined;
  /** Said while it loads. */
  loading: string;
  failure: Parameters<typeof LoadState>[0]["failure"];
  /** On the button that leads to more. */
  more?: string;
  /** Shown where there is nothing; a text alone within a page. */
  empty: { title: string; text?: string | undefined } | string;
  children(rows: readonly Row[]): ReactNode;
}

/** A list in each of its states: on its way, failed, empty, there, with the way to more. */
export function ListBody<Row>({ query, rows, loading, failure, more, empty, children }: ListBodyProps<Row>) {
  if (!rows) return <LoadState query={query} count={8} label={loading} failure={failure} />;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError = false, fetchNextPage, error } = query;
  return (
    <>
      {query.isError && !isFetchNextPageError && <Banner tone="error" className="mb-5">{saidOf(error, failure)}
      </Banner>}
      {rows.length > 0
        ? children(rows)
        : typeof empty === "string"
        ? <p className="text-sm text-ink-soft">{empty}</p>
        : <EmptyState {...empty} />}
      {hasNextPage && fetchNextPage && (
        <MorePages
          pages={{
            hasNextPage,
            isFetchingNextPage: isFetchingNextPage ?? false,
            isFetchNextPageError,
            fetchNextPage,
            error,
          }}
          failure={failure}
          more={more}
        />
      )}
    </>
  );
}

interface ListScreenProps<Row, Sort extends string, Name extends string> extends Omit<ListBodyProps<Row>, "children"> {
  title: string;
  subtitle?: string;
  /** Buttons in the head. */
  actions?: ReactNode;
  /** What was done to a row. */
  notice?: Notice | undefined;
  table: Pick<DataTableProps<Row, Sort>, "label" | "columns" | "keyOf">;
  /** Left out where nothing narrows or orders the list. */
  narrowing?: {
    address: ReturnType<typeof useListAddress<Sort, Name>>;
    /** What is searched by. */
    search: string;
    /** A choice beside the search, which the address calls `status`. */
    choice?: { label: string; options: readonly { value: string; label: string }[] };
    fields: readonly FilterField<Name>[];
    /** Of the filter's button, such as "Show users". */
    action: string;
    exporting?: Exporting<ListAddress<Sort, Name>> | undefined;
  };
}

/** A list of the back office: its head, what narrows, orders and saves it, and its rows. */
export function ListScreen<Row, Sort extends string = never, Name extends string = never>(
  { title, subtitle, actions, notice, table, narrowing, ...body }: ListScreenProps<Row, Sort, Name>,
) {
  const { list, change } = narrowing?.address ?? {};
  return (
    <>
      <ScreenHead title={title} subtitle={subtitle}>{actions}</ScreenHead>
      {narrowing && <Narrowing {...narrowing} />}
      {notice && <Banner tone={notice.tone} className="mb-5">{notice.text}</Banner>}
      <ListBody {...body}>
        {(rows) => <DataTable {...table} rows={rows} {...(list && change && { ordered: list, onOrder: change })} />}
      </ListBody>
    </>
  );
}

function Narrowing<Sort extends string, Name extends string>(
  { address: { list, change }, search, choice, fields, action, exporting }: NonNullable<
    ListScreenProps<never, Sort, Name>["narrowing"]
  >,
) {
  return (
    <ListTools
      narrowed={Object.values(list.narrow).filter(Boolean).length}
      exporting={exporting && { ...exporting, save: (note) => exporting.save(list, note) }}
      panel={(id) => (
        <FilterForm
          id={id}
          fields={fields}
          values={list.narrow}
          action={action}
          onFilter={(narrow) => change({ narrow })}
        />
      )}
    >
      <SearchBox label={search} value={list.q} onSearch={(q) => change({ q })} />
      {choice && (
        <Select
          hideLabel
          {...choice}
          value={list.status}
          onChange={(event) => change({ status: event.target.value })}
        />
      )}
    </ListTools>
  );
}

const TYPING_MS = 300;

/** A search that asks once the typing rests. */
function SearchBox({ label, value, onSearch }: { label: string; value: string; onSearch(q: string): void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <TextField
      hideLabel
      type="search"
      label={label}
      placeholder={label}
      autoComplete="off"
      value={typed}
      end={<Search size={18} aria-hidden="true" className="mr-2 text-ink-faint" />}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
