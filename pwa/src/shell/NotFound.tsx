import { ButtonLink } from "../ui/ButtonLink.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** For addresses that lead nowhere. */
export function NotFound() {
  return (
    <EmptyState
      heading="h1"
      title="There is nothing here"
      text="The address may be mistyped, or what stood here is gone."
      action={<ButtonLink to="/">Go to Discover</ButtonLink>}
    />
  );
}
