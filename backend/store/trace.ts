import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";

const tracer = trace.getTracer("orin");
/** Deno registers its own propagation where OTEL_DENO=true; without it nothing here costs more than this look. */
const isTracing = propagation.fields().length > 0;

/** The span that the caller is in, as W3C's `traceparent`; undefined without tracing. */
export function traceparentNow(): string | undefined {
  if (!isTracing) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Runs work as a span: a child of `parent` (a `traceparent`), or of the span that the caller is in. */
export async function traced<Result>(
  name: string,
  work: () => Promise<Result>,
  parent?: string,
): Promise<Result> {
  if (!isTracing) return await work();
  return await tracer.startActiveSpan(name, {}, contextOf(parent), async (span) => {
    try {
      return await work();
    } catch (error) {
      // Its text may be about a person.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Work that was done for several traces together: a span in each, from `startedAt` (epoch ms) to now. */
export function noteSpans(
  name: string,
  { parents, startedAt }: { parents: Iterable<string | undefined>; startedAt: number },
): void {
  if (!isTracing) return;
  for (const parent of new Set(parents)) {
    if (parent !== undefined) tracer.startSpan(name, { startTime: startedAt }, contextOf(parent)).end();
  }
}

function contextOf(traceparent: string | undefined) {
  return traceparent === undefined ? context.active() : propagation.extract(context.active(), { traceparent });
}
