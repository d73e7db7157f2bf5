import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal in the provider's form. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";

  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly more: { code?: string; type?: string; meta?: { nextStep: string } } = {},
  ) {
    super(message);
  }
}

/** 400 with a code, as the newer refusals have it. */
export function invalid(message: string, code: string, nextStep = "Provide all required params"): ApiRefusal {
  return new ApiRefusal(400, message, { meta: { nextStep }, type: "validation_error", code });
}

/** A success in the provider's envelope. */
export function success(c: Context, answer: Success, status: ContentfulStatusCode = 200): Response {
  return c.json({ status: true, ...answer }, status);
}

type Success = { message: string; data?: unknown; meta?: unknown };

/** A refusal in the provider's envelope. */
export function refusal(c: Context, { status, message, more }: ApiRefusal): Response {
  return c.json({ status: false, message, ...more }, status);
}

export type Body = Record<string, unknown>;

/** The JSON object in a request. */
export async function readBody(c: Context): Promise<Body> {
  try {
    const body: unknown = await c.req.json();
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // No JSON at all is answered like JSON of another kind.
  }
  throw invalid("Invalid JSON in the request body", "invalid_params");
}

/** A whole number of kobo; numbers in text are refused, though the provider may be milder. */
export function amountIn(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  throw invalid("Invalid amount: an integer of the smallest unit is expected", "invalid_params");
}

/** Throws what the provider answers for another currency; left out it is naira. */
export function onlyNaira(value: unknown): void {
  if (value !== undefined && value !== "NGN") {
    throw new ApiRefusal(400, "Currency not supported by merchant", { code: "unsupported_currency" });
  }
}

/** A text that a body must have, trimmed. */
export function textIn(value: unknown, field: string): string {
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  throw invalid(`${field} is required`, "missing_params");
}

/** An optional text of a body, as the provider's answers show it. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
