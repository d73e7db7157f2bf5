import type { Upcoming } from "@contract/releases.ts";
import { RELEASE_KIND_WORDS } from "@contract/release_kinds.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing, Check, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { cancelPresave, presave } from "@contract/calls/releases.ts";
import { upcomingQuery } from "../../data/upcoming.ts";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { formatDateTime, plural } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { useLeft } from "../../lib/use_left.ts";
import { useTitle } from "../../lib/use_title.ts";
import { AskLogIn } from "../../ui/AskLogIn.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { ask } from "../../lib/ask.ts";

/** `/release/:id`: what comes out soon, to wait for with one press; once it is out it leads to the music. */
export function UpcomingPage() {
  const { id = "" } = useParams();
  const query = useQuery(upcomingQuery(id));
  useTitle(query.data?.title);
  if (query.data) return <Page release={query.data} onDue={() => void query.refetch()} />;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        heading="h1"
        title="Nothing to see here yet"
        text="The link may be old, or the artist has chosen another moment."
        action={<ButtonLink to="/songs">Stream & Earn</ButtonLink>}
      />
    );
  }
  return <LoadState heading="h1" query={query} label="Loading the release..." failure="Failed to load the release" />;
}

function Page({ release, onDue }: { release: Upcoming; onDue(): void }) {
  const { id, kind, title, artist, artistId, coverImageUrl, placeholder, songCount, releaseAt, isOut, path } = release;
  const [isSharing, setSharing] = useState(false);
  const url = new URL(`/release/${id}`, location.origin).href;
  return (
    <>
      <ListHead
        kind={isOut ? RELEASE_KIND_WORDS[kind].label : `${RELEASE_KIND_WORDS[kind].label} · Coming soon`}
        title={title}
        seed={id}
        cover={
          <Cover src={coverImageUrl} seed={id} size="13rem" placeholder={placeholder} priority className={LIST_COVER} />
        }
        buttons={
          <div className="flex flex-wrap items-center gap-3">
            {isOut && path
              ? <ButtonLink to={fromRelease(path)}>Listen now</ButtonLink>
              : <PresaveButton release={release} />}
            <IconButton label="Share" icon={<Share2 size={20} />} onClick={() => setSharing(true)} />
          </div>
        }
      >
        <p className="text-base">
          <Link
            to={`/artists/${artistId}`}
            className="finger font-semibold text-ink underline-offset-4 hover:underline"
          >
            <bdi>{artist}</bdi>
          </Link>
        </p>
        <p>{plural(songCount, "song")} · {formatDateTime(releaseAt)}, Lagos time</p>
      </ListHead>
      {!isOut && <Countdown release={release} onDue={onDue} />}
      {isSharing && (
        <ShareDialog
          title="Share"
          shared={{ text: `${isOut ? "Listen to" : "Pre-save"} “${title}” by ${artist} on Orin`, url }}
          onClose={() => setSharing(false)}
        />
      )}
    </>
  );
}

/** The music's own page; plays that begin there are told to the artist as the release's. */
function fromRelease(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}from=release`;
}

/** How often a release is asked for whose moment has come. */
const DUE_MS = 5_000;

function Countdown(
  { release: { releaseAt, earlyAccessUntil, isPresaved }, onDue }: { release: Upcoming; onDue(): void },
) {
  const left = useLeft(releaseAt);
  const isDue = left === 0;
  useEffect(() => {
    if (!isDue) return;
    const timer = setInterval(onDue, DUE_MS);
    return () => clearInterval(timer);
  }, [isDue]);
  const seconds = Math.ceil(left / 1_000);
  const parts = [
    { count: Math.floor(seconds / 86_400), unit: "days" },
    { count: Math.floor(seconds / 3_600) % 24, unit: "hours" },
    { count: Math.floor(seconds / 60) % 60, unit: "minutes" },
    { count: seconds % 60, unit: "seconds" },
  ];
  return (
    <section aria-label="Countdown" className="mt-6 max-w-xl">
      {isDue
        ? <p role="status" className="text-lg font-semibold">Any moment now</p>
        : (
          <dl className="grid grid-cols-4 gap-2 sm:gap-3">
            {parts.map(({ count, unit }) => (
              <div
                key={unit}
                className="flex flex-col-reverse rounded-xl border border-line bg-surface py-3 text-center"
              >
                <dt className="text-xs text-ink-soft">{unit}</dt>
                <dd className="text-2xl font-extrabold tabular-nums sm:text-4xl">{count}</dd>
              </div>
            ))}
          </dl>
        )}
      {earlyAccessUntil && (
        <p className="mt-4 text-sm text-ink-soft">
          Premium listeners hear it first; everyone from {formatDateTime(earlyAccessUntil)}.
        </p>
      )}
      <p className="mt-4 text-sm text-ink-soft">
        {isPresaved ? "We tell you when it is out." : "Pre-save it, and we tell you when it is out."}{" "}
        You find its songs among your liked songs then.
      </p>
    </section>
  );
}

/** One press to wait, another to stop. */
function PresaveButton({ release: { id, isPresaved, title } }: { release: Upcoming }) {
  const session = useSession();
  const presave = usePresave(id);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant={isPresaved ? "quiet" : "primary"}
        icon={isPresaved ? <Check size={18} /> : <BellRing size={18} />}
        busy={presave.isPending}
        aria-pressed={isPresaved}
        onClick={() => session ? presave.mutate(!isPresaved) : setAsking(true)}
      >
        {isPresaved ? "Pre-saved" : "Pre-save"}
        <span className="sr-only">{title}</span>
      </Button>
      {presave.isError && (
        <p role="alert" className="order-last w-full text-sm text-danger">
          {failureText(presave.error, "This was not saved", "This was not saved: no connection. Press again later")}
        </p>
      )}
      {isAsking && <AskLogIn text="Please log in to pre-save music" onClose={() => setAsking(false)} />}
    </>
  );
}

/** Waits for a release, or no longer. */
function usePresave(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) => ask(wanted ? presave : cancelPresave, { releaseId: id }),
    onSuccess: ({ isPresaved }) => {
      client.setQueryData(upcomingQuery(id).queryKey, (known) => known && { ...known, isPresaved });
    },
    onError: () => client.invalidateQueries({ queryKey: upcomingQuery(id).queryKey }),
  });
}
