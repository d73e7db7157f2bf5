import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useFreePlays } from "../data/listening.ts";
import { formatDate, formatDuration, plural } from "../lib/format.ts";
import { loginPath, useSession } from "../lib/session.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Button } from "../ui/Button.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import { useTrackEarnings } from "./api.ts";

/** What a song has earned who looks at it, as the service books it. */
export function TrackEarned({ trackId, artistId }: { trackId: string; artistId: string }) {
  const session = useSession();
  return (
    <section aria-labelledby="earned" className="rounded-xl border border-line bg-surface p-5">
      <h2 id="earned" className="mb-2 flex items-center gap-2 text-lg">
        <Coins aria-hidden="true" size={18} className="text-accent" />
        What it earned you
      </h2>
      {session === null
        ? (
          <Words>
            <Way to={loginPath()}>Log in</Way> and listening to this song earns you tokens.
          </Words>
        )
        : session.userId === artistId
        ? (
          <Words>
            Your own songs earn you no listening tokens. <Way to="/creator-dashboard">See who listens</Way>
          </Words>
        )
        : <Sum trackId={trackId} />}
    </section>
  );
}

function Sum({ trackId }: { trackId: string }) {
  const query = useTrackEarnings(trackId);
  const savedAt = useSavedAt(query);
  const notice = useFreePlays().data?.earningNotice;
  if (!query.data) {
    if (!query.isError) return <p className="h-16 animate-breathe rounded-md bg-ink/6" aria-label="Loading" />;
    return (
      <div role="alert">
        <Words>Failed to load your earnings data. Please try again later.</Words>
        <Button
          variant="quiet"
          size="small"
          className="mt-2"
          busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Try Again
        </Button>
      </div>
    );
  }
  const { tokens, plays, creditedMs, lastPlayedAt } = query.data;
  return (
    <>
      <p className="text-2xl font-bold">
        <Tokens amount={tokens} withUnit />
      </p>
      <Words>
        {lastPlayedAt === undefined
          ? "Nothing yet. Play it, and it earns."
          : `${plural(plays, "play")}, ${formatDuration(creditedMs / 1_000)} counted. Last played ${
            formatDate(lastPlayedAt)
          }.`} <Way to="/earnings">All your plays</Way>
      </Words>
      {notice && <Words>{notice}</Words>}
      <SavedNote what="figure" savedAt={savedAt} />
    </>
  );
}

function Words({ children }: { children: ReactNode }) {
  return <p className="mt-1 text-sm text-ink-soft">{children}</p>;
}

function Way({ to, children }: { to: string; children: string }) {
  return <Link to={to} className="font-semibold text-accent underline-offset-4 hover:underline">{children}</Link>;
}
