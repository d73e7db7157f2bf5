import type { MonthInReview } from "@contract/listening_days.ts";
import { useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { monthQuery } from "../data/listening.ts";
import { formatFullCount, formatHours, plural } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Cover } from "../ui/Cover.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { shareMonth } from "./month_card.ts";
import { monthName, MonthSelect, useMonth } from "./MonthSelect.tsx";

/** `/month?month=`: who one heard in a month, for how long and what it earned, with a picture to share. */
export function YourMonth() {
  const chosen = useMonth();
  const { month } = chosen;
  const review = useQuery(monthQuery(month));
  const savedAt = useSavedAt(review);
  return (
    <>
      <PageHeader
        title="Your month"
        subtitle="Who you heard, for how long, and what it earned."
        before={<BackLink to="/earnings">Back to Earnings</BackLink>}
      />
      <div className="flex flex-col gap-8">
        <MonthSelect {...chosen} />
        <SavedNote what="month" savedAt={savedAt} />
        {review.data && <Review review={review.data} name={monthName(month)} />}
        {review.isPending && <Skeleton shape="figures" count={4} label="Loading your month..." />}
        {review.isError && !review.data && (
          <ErrorState
            message="Your month could not be loaded"
            busy={review.isFetching}
            onRetry={() => void review.refetch()}
          />
        )}
      </div>
    </>
  );
}

function Review({ review, name }: { review: MonthInReview; name: string }) {
  const { heardMs, songs, artists, daysHeard, longestRun, tokens, topArtists, topSongs } = review;
  if (songs === 0) {
    return (
      <EmptyState
        title={`Nothing heard in ${name}`}
        text="What you play is added up here, song by song."
        action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
      />
    );
  }
  return (
    <>
      <dl className="figure-grid">
        <Figure name="Listened">{formatHours(heardMs / 1_000)}</Figure>
        <Figure name="Songs" more={`by ${plural(artists, "artist")}`}>{formatFullCount(songs)}</Figure>
        <Figure name="Days with music" more={longestRun > 1 ? `${longestRun} in a row at best` : undefined}>
          {daysHeard}
        </Figure>
        <Figure name="Earned by listening" more="1 token is ₦1">{nairaOf(tokens)}</Figure>
      </dl>
      <ShareCard review={review} name={name} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
        <Ranked title="Top artists">
          {topArtists.map((artist, index) => (
            <Row
              key={artist.artistId}
              rank={index + 1}
              to={`/artists/${artist.artistId}`}
              title={artist.name}
              detail={formatHours(artist.heardMs / 1_000)}
              cover={
                <Cover
                  src={artist.picture}
                  seed={artist.artistId}
                  size={48}
                  placeholder={artist.placeholder}
                  className="shrink-0 rounded-full"
                />
              }
            />
          ))}
        </Ranked>
        <Ranked title="Top songs">
          {topSongs.map((song, index) => (
            <Row
              key={song.trackId}
              rank={index + 1}
              to={`/track/${song.trackId}`}
              title={song.title}
              detail={`${song.artist} · ${plural(song.plays, "play")}`}
              cover={<Cover src={song.coverImageUrl} seed={song.trackId} size={48} className="shrink-0 rounded-md" />}
            />
          ))}
        </Ranked>
      </div>
    </>
  );
}

function Figure({ name, more, children }: { name: string; more?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-2xl font-bold tracking-tight tabular-nums">{children}</dd>
      {more && <dd className="text-xs text-ink-soft">{more}</dd>}
    </div>
  );
}

function Ranked({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 text-xl">{title}</h2>
      <ol className="divide-y divide-line">{children}</ol>
    </section>
  );
}

function Row({ rank, to, title, detail, cover }: {
  rank: number;
  to: string;
  title: string;
  detail: string;
  cover: ReactNode;
}) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="w-6 shrink-0 text-center font-bold tabular-nums">{rank}</span>
      {cover}
      <div className="min-w-0 flex-1">
        <Link to={to} className="block truncate font-semibold underline-offset-4 hover:underline">{title}</Link>
        <p className="truncate text-sm text-ink-soft">{detail}</p>
      </div>
    </li>
  );
}

/** A picture to share. What was earned is on it only if one wants that. */
function ShareCard({ review, name }: { review: MonthInReview; name: string }) {
  const [withMoney, setWithMoney] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const share = async () => {
    setBusy(true);
    try {
      const done = await shareMonth(review, { month: name, withMoney });
      if (done === "saved") void toast("The picture was saved.");
    } catch {
      void toast("The picture could not be made. Please try again.", "error");
    } finally {
      setBusy(false);
    }
  };
  return (
    <section
      aria-label="Share your month"
      className="flex flex-wrap items-center justify-between gap-4 rounded-xl bg-dye p-5 text-on-dye"
    >
      <div className="min-w-0">
        <h2 className="text-xl">Share your month</h2>
        <div className="mt-1 text-sm">
          <Checkbox
            label="Show what I earned"
            checked={withMoney}
            onChange={(event) => setWithMoney(event.target.checked)}
          />
        </div>
      </div>
      <Button
        className="bg-on-dye! text-dye!"
        icon={<Share2 size={18} />}
        busy={isBusy}
        onClick={() => void share()}
      >
        Share the picture
      </Button>
    </section>
  );
}
