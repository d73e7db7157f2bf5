import { ButtonLink } from "../ui/ButtonLink.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** For addresses that lead nowhere. */
export function NotFound() {
  return (
    <EmptyState
      heading="h1"
      title="Page not found"
      text="Check the address. The page may have moved."
      action={<ButtonLink to="/">Go to Discover</ButtonLink>}
    />
  );
}
