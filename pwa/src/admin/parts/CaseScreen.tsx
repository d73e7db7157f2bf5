import type { ReactNode } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { Loaded } from "./Loaded.tsx";
import { ScreenHead } from "./ScreenHead.tsx";

interface CaseScreenProps<Found> {
  title: string | ((found: Found) => string);
  subtitle?(found: Found): string | undefined;
  /** The way back to the list. */
  back?: ReactNode;
  /** Its state, in the head. */
  mark?(found: Found): ReactNode;
  query: Parameters<typeof Loaded<Found>>[0]["query"];
  /** Said while it loads. */
  loading: string;
  failure: string;
  children(found: Found): ReactNode;
}

/** A case: its head, and what it is about once that is there. */
export function CaseScreen<Found>(
  { title, subtitle, back, mark, query, loading, failure, children }: CaseScreenProps<Found>,
) {
  const { data } = query;
  const name = typeof title === "string" ? title : data ? title(data) : "";
  return (
    <>
      {name && (
        <ScreenHead title={name} subtitle={data && subtitle?.(data)} before={back}>{data && mark?.(data)}</ScreenHead>
      )}
      <Loaded query={query} count={5} label={loading} failure={failure}>
        {(found) => <div className="flex flex-col gap-6">{children(found)}</div>}
      </Loaded>
    </>
  );
}

/** A card of a page of the back office, under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </Card>
  );
}

interface Entry {
  at: string;
  by: string;
  text: string;
  /** The words that go with it. */
  words?: string | null | undefined;
}

/** What was done about a case: each line says what, by whom and when. */
export function History({ title = "History", entries, empty }: {
  title?: string;
  entries: readonly Entry[];
  empty?: string;
}) {
  return (
    <Part title={title}>
      {entries.length === 0 && empty && <p className="text-sm text-ink-soft">{empty}</p>}
      <ul className="divide-y divide-line text-sm">
        {entries.map(({ at, by, text, words }, index) => (
          <li key={`${at} ${index}`} className="py-2 wrap-anywhere">
            <p className="whitespace-pre-line">
              <bdi>{text}</bdi>
              {words && (
                <>
                  : <bdi>{words}</bdi>
                </>
              )}
            </p>
            <p className="text-xs text-ink-soft">
              <bdi>{by}</bdi>, {formatDateTime(at)}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What a person wrote, with its lines. */
export function Words({ text }: { text: string }) {
  return (
    <p className="py-1 wrap-anywhere whitespace-pre-line">
      <bdi>{text}</bdi>
    </p>
  );
}
