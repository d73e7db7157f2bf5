import { failureText } from "../lib/api_error.ts";
import { Banner } from "./Banner.tsx";

interface FailureBannerProps {
  /** What was asked of the service. */
  of: { readonly isError: boolean; readonly error: unknown };
  /** What failed, where the service does not say why. */
  text: string;
  className?: string;
}

/** Why a change failed; nothing as long as it has not. */
export function FailureBanner({ of: { isError, error }, text, className }: FailureBannerProps) {
  return isError ? <Banner tone="error" className={className}>{failureText(error, text)}</Banner> : null;
}
