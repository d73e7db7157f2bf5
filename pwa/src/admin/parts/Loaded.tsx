import type { ReactNode } from "react";
import { LoadState } from "../../ui/LoadState.tsx";

type LoadStateProps = Parameters<typeof LoadState>[0];

interface LoadedProps<Answer> extends LoadStateProps {
  query: LoadStateProps["query"] & { data: Answer | undefined };
  children(answer: Answer): ReactNode;
}

/** What an answer shows; until it is there the shape of it, or why it failed. */
export function Loaded<Answer>({ query, children, ...state }: LoadedProps<Answer>) {
  return query.data === undefined ? <LoadState query={query} {...state} /> : children(query.data);
}
