import { ApiError } from "../lib/api_error.ts";
import { ButtonLink } from "./ButtonLink.tsx";
import { EmptyState } from "./EmptyState.tsx";

/** Whether the service does not take a link: asking again does not help. */
export function isLinkOver(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** What a link of a mail shows that opens nothing, or nothing any more. */
export function LinkOver({ error }: { error: ApiError }) {
  return (
    <EmptyState
      heading="h1"
      title="This link does not work"
      text={error.text ?? "Please open it from our email again."}
      action={<ButtonLink to="/">Open Orin</ButtonLink>}
    />
  );
}
