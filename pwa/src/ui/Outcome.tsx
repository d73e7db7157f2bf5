import { Banner } from "./Banner.tsx";

interface OutcomeProps {
  failure: string | false | undefined;
  /** What was done before; not beside a failure that came after it. */
  done: string | undefined;
}

/** What came of sending a form. */
export function Outcome({ failure, done }: OutcomeProps) {
  if (failure) return <Banner tone="error">{failure}</Banner>;
  return done ? <Banner tone="success">{done}</Banner> : null;
}
