import * as z from "zod/mini";
import { PaymentsUnavailable } from "./types.ts";
import type { Answer, Call, Request } from "./paystack_call.ts";

/** More pages than this are a provider that goes in circles. */
const MOST_PAGES = 2_000;

/**
 * All items of a list, page after page. Both forms of paging are followed: a cursor (`meta.next`, whose end is `null`,
 * the text `"null"`, nothing or empty) and numbered pages (`meta.page` of `meta.pageCount`).
 */
export async function* pagesOf<Schema extends z.ZodMiniType>(
  call: Call,
  request: Request,
  item: Schema,
): AsyncGenerator<z.output<Schema>, void, undefined> {
  const seen = new Set<string>();
  let step: Step | undefined = {};
  while (step !== undefined) {
    const query: Step = { ...request.query, ...step };
    const at = JSON.stringify(step);
    if (seen.has(at) || seen.size >= MOST_PAGES) throw new PaymentsUnavailable("unreadable", "the pages have no end");
    seen.add(at);
    const page: Answer<z.output<Schema>[]> = await call({ ...request, query }, z.array(item));
    yield* page.data;
    step = stepAfter(page.meta);
  }
}

/** A part of the query: what is added to it for the next page. */
type Step = Record<string, string>;

const Count = z.coerce.number().check(z.int(), z.minimum(0));
const Cursor = z.object({ next: z.nullish(z.union([z.string(), z.int()])) });
const Numbered = z.object({ page: Count, pageCount: Count });

function stepAfter(meta: unknown): Step | undefined {
  const numbered = z.safeParse(Numbered, meta);
  if (numbered.success) {
    const { page, pageCount } = numbered.data;
    return page < pageCount ? { page: String(page + 1) } : undefined;
  }
  const next = z.safeParse(Cursor, meta).data?.next;
  const ends = next === undefined || next === null || next === "" || next === "null";
  return ends ? undefined : { next: String(next) };
}
