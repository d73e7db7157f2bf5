import { Refusal } from "./refusal.ts";

/**
 * Where a payer's browser comes back to: the page that was asked for, on Orin's own origin and nowhere else. In
 * development the origin that the request came to is Orin's own, too.
 */
export function callbackFor(
  { env, publicUrl }: { readonly env: string; readonly publicUrl: string },
  wanted: string | undefined,
  { path, origin }: { readonly path: string; readonly origin: string },
): string {
  if (wanted === undefined) return `${publicUrl}${path}`;
  const allowed = new Set([new URL(publicUrl).origin, ...env === "development" ? [origin] : []]);
  if (URL.canParse(wanted) && allowed.has(new URL(wanted).origin)) return wanted;
  throw new Refusal("invalid_request", "The return address is not one of Orin's");
}
