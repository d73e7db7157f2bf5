import type { Context } from "hono";
import type { Book, Page } from "./book.ts";
import type { Kind, Kinds } from "./records.ts";

/** One page of a list in the form that was asked for: by cursor or by number. Newest first. */
export function pageOf<K extends Kind>(c: Context, book: Book, kind: K): { records: Kinds[K][]; meta: unknown } {
  const span = spanOf(c);
  const perPage = perPageOf(c);
  if (c.req.query("use_cursor") === "true") {
    const below = cursorIn(c.req.query("next"));
    const records = book.list(kind, { limit: perPage + 1, ...span, ...(below === undefined ? {} : { below }) });
    const more = records.length > perPage;
    const page = records.slice(0, perPage);
    const next = more ? cursorOf(page.at(-1)?.id ?? 0) : null;
    // The end is told in both of the forms that were seen.
    return { records: page, meta: { next, previous: below === undefined ? null : "null", perPage } };
  }
  const page = Math.max(1, Number(c.req.query("page") ?? 1) || 1);
  const total = book.count(kind, span);
  const skipped = (page - 1) * perPage;
  const records = book.list(kind, { limit: perPage, offset: skipped, ...span });
  // A page size comes back as text in some lists.
  return {
    records,
    meta: { total, skipped, perPage: String(perPage), page, pageCount: Math.ceil(total / perPage) },
  };
}

/** How many rows the caller wants, by either of the provider's two names for it: 1 to 100, by default 50. */
export function perPageOf(c: Context): number {
  const said = Number(c.req.query("perPage") ?? c.req.query("per_page") ?? 50);
  return Number.isInteger(said) ? Math.min(100, Math.max(1, said)) : 50;
}

function spanOf(c: Context): Pick<Page, "fromMs" | "toMs"> {
  const from = Date.parse(c.req.query("from") ?? "");
  const to = Date.parse(c.req.query("to") ?? "");
  return { ...(Number.isNaN(from) ? {} : { fromMs: from }), ...(Number.isNaN(to) ? {} : { toMs: to }) };
}

/** The opaque cursor of what follows a position. */
export function cursorOf(position: number): string {
  return btoa(`after:${position}`);
}

/** The position after which a cursor continues; undefined at the beginning and for an invalid cursor. */
export function cursorIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === "null") return undefined;
  try {
    const [, position] = /^after:(\d+)$/.exec(atob(cursor)) ?? [];
    return position === undefined ? undefined : Number(position);
  } catch {
    return undefined;
  }
}
