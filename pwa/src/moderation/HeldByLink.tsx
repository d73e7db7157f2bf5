import { useParams } from "react-router-dom";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useHeldLink } from "./api.ts";
import { Decision } from "./Held.tsx";
import { isLinkOver, LinkOver } from "../ui/LinkOver.tsx";

/** `/held/:token`: an artist reads who claims a song of theirs and answers, with the link of our mail alone. */
export function HeldByLink() {
  const { token = "" } = useParams();
  const query = useHeldLink(token);
  const { data, error } = query;
  if (isLinkOver(error)) return <LinkOver error={error} />;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Someone claims your song"
        subtitle="Who it is, what they say, and what you can do."
        seed="Held"
      />
      {data
        ? <Decision decision={data.decision} token={token} />
        : <LoadState query={query} count={2} label="Loading the claim..." failure="Failed to load the claim" />}
    </div>
  );
}
