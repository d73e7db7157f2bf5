import { failureText } from "../lib/api_error.ts";
import { ErrorState } from "./ErrorState.tsx";
import { Skeleton, type SkeletonProps } from "./Skeleton.tsx";

interface LoadStateProps extends Partial<SkeletonProps> {
  query: { error: unknown; isError: boolean; isFetching: boolean; refetch(): unknown };
  /** What failed, where the service does not say why; or the words for the failure. */
  failure: string | ((error: unknown) => string);
  /** `h1` where the failure is the whole page. */
  heading?: "h1" | "p";
}

/**
 * Takes the place of an answer that is not there: the shape of what is coming, or why it failed with a way to try
 * again.
 */
export function LoadState({ query, failure, heading = "p", shape = "rows", ...skeleton }: LoadStateProps) {
  if (!query.isError) return <Skeleton shape={shape} {...skeleton} />;
  return (
    <ErrorState
      heading={heading}
      message={saidOf(query.error, failure)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

/** A failure in words. */
export function saidOf(error: unknown, failure: LoadStateProps["failure"]): string {
  return typeof failure === "string" ? failureText(error, failure) : failure(error);
}
