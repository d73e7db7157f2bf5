import { ApiError, failureText } from "../lib/api_error.ts";
import { ButtonLink } from "./ButtonLink.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorState } from "./ErrorState.tsx";

interface ArtistFailureProps {
  error: unknown;
  isFetching: boolean;
  onRetry(): void;
}

/** Shown where an artist's profile could not be loaded. */
export function ArtistFailure({ error, isFetching, onRetry }: ArtistFailureProps) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        heading="h1"
        title="Artist not found"
        text="The link may be old, or the artist may have left Orin."
        action={<ButtonLink to="/artists">All artists</ButtonLink>}
      />
    );
  }
  return (
    <ErrorState
      heading="h1"
      message={`Error loading artist profile: ${failureText(error, "Failed to fetch creator")}`}
      busy={isFetching}
      onRetry={onRetry}
    />
  );
}
