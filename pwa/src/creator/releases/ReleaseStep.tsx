import type { Release } from "@contract/releases.ts";
import { RELEASE_KIND_WORDS } from "@contract/release_kinds.ts";
import { CalendarClock, Rocket, Share2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, formatDuration, plural } from "../../lib/format.ts";
import { useLeft } from "../../lib/use_left.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Form } from "../../ui/Form.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { saidOf, valueOf } from "../early_access_time.ts";
import { useChangeRelease, useDiscardRelease } from "./api.ts";
import { leftWords } from "./words.ts";

/** How it will look, and when it comes out. */
export function ReleaseStep({ release }: { release: Release }) {
  return (
    <div className="flex flex-col gap-6">
      <Preview release={release} />
      {release.status === "published" ? <Out release={release} /> : <ToCome release={release} />}
    </div>
  );
}

function Preview({ release }: { release: Release }) {
  const { id, kind, title, artist, coverImageUrl, placeholder, songs } = release;
  return (
    <section aria-labelledby="preview" className="overflow-hidden rounded-xl border border-line bg-surface">
      <h2 id="preview" className="sr-only">As listeners will see it</h2>
      <div className="flex items-center gap-4 p-4 sm:gap-6 sm:p-6">
        <Cover
          src={coverImageUrl}
          seed={id}
          size="(min-width: 40rem) 10rem, 7rem"
          placeholder={placeholder}
          className="w-28 shrink-0 rounded-lg shadow-float sm:w-40"
        />
        <div className="min-w-0">
          <p className="text-sm font-semibold text-accent">{RELEASE_KIND_WORDS[kind].label}</p>
          <p className="line-clamp-3 text-xl font-extrabold wrap-anywhere sm:text-3xl">
            <bdi>{title}</bdi>
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            <bdi>{artist}</bdi> · {plural(songs.length, "song")}
          </p>
        </div>
      </div>
      {songs.length > 0 && (
        <ol className="border-t border-line px-4 py-2 sm:px-6">
          {songs.map(({ trackId, title, credits, featured, durationSeconds }, index) => (
            <li key={trackId} className="flex min-h-11 items-center gap-3 text-sm">
              <span className="w-5 shrink-0 text-ink-faint tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi className="font-semibold">{title}</bdi>
                {credits.explicit && (
                  <abbr title="Explicit" className="ml-2 rounded-sm bg-ink/12 px-1 text-xs font-bold no-underline">
                    E
                  </abbr>
                )}
                {featured.some(({ status }) =>
                  status === "accepted"
                ) && (
                  <span className="block text-ink-soft">
                    feat. {featured.filter(({ status }) => status === "accepted").map(({ name }) =>
                      name
                    ).join(", ")}
                  </span>
                )}
              </span>
              <span className="text-ink-faint tabular-nums">{formatDuration(durationSeconds)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function ToCome({ release }: { release: Release }) {
  const { id, missing, status, songs } = release;
  const change = useChangeRelease(id);
  const [isAsking, setAsking] = useState(false);
  const waits = songs.filter(({ readiness }) => readiness !== "ready").length;
  const publish = () =>
    change.mutate({ part: "/publish", body: "post" }, {
      onSuccess: () => void toast("It is out", "success"),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      {missing.length > 0 && (
        <Banner tone="info">
          <span className="font-semibold">Before it can come out:</span> {missing.join(", ")}.
        </Banner>
      )}
      {status === "scheduled" && <Scheduled release={release} />}
      {missing.length === 0 && (
        <Card>
          <DateForm key={`${release.releaseAt} ${release.earlyAccessUntil}`} release={release} />
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
            <Button icon={<Rocket size={18} />} disabled={waits > 0} onClick={() => setAsking(true)}>
              Publish now
            </Button>
            {waits > 0 && (
              <p className="text-sm text-ink-soft">As soon as all songs are ready: {plural(waits, "song")} to go.</p>
            )}
          </div>
          {change.isError && (
            <Banner tone="error" className="mt-4">{failureText(change.error, "It was not published")}</Banner>
          )}
        </Card>
      )}
      <Discard release={release} />
      {isAsking && (
        <ConfirmDialog
          open
          title={`Publish ${release.title} now?`}
          message={`${plural(songs.length, "song")} come out together, and your followers hear of it.`}
          confirmLabel="Publish"
          busy={change.isPending}
          busyLabel="Publishing..."
          onConfirm={publish}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The countdown, the link to wait with, and the way back. */
function Scheduled(
  { release: { id, title, artist, releaseAt = "", earlyAccessUntil, presaves } }: { release: Release },
) {
  const change = useChangeRelease(id);
  const left = useLeft(releaseAt);
  const [isSharing, setSharing] = useState(false);
  const url = new URL(`/release/${id}`, location.origin).href;
  return (
    <Card>
      <p className="flex items-center gap-2 text-sm font-semibold text-accent">
        <CalendarClock aria-hidden="true" size={18} /> {formatDateTime(releaseAt)}, Lagos time
      </p>
      <p className="mt-1 text-3xl font-extrabold tabular-nums">{left > 0 ? leftWords(left) : "Any moment now"}</p>
      <p className="mt-1 text-sm text-ink-soft">
        It comes out by itself. {earlyAccessUntil &&
          `Premium hears it first; everyone from ${formatDateTime(earlyAccessUntil)}. `}
        {presaves === 0 ? "Nobody has pre-saved it yet." : `${plural(presaves, "listener")} pre-saved it.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="quiet" icon={<Share2 size={18} />} onClick={() => setSharing(true)}>
          Share the pre-save page
        </Button>
        <ButtonLink variant="quiet" to={`/release/${id}`}>See it</ButtonLink>
        <Button
          variant="quiet"
          busy={change.isPending}
          busyLabel="Removing..."
          onClick={() => change.mutate({ part: "/date", body: null })}
        >
          Remove the date
        </Button>
      </div>
      {change.isError && <Banner tone="error" className="mt-4">{failureText(change.error, "The date stays")}</Banner>}
      {isSharing && (
        <ShareDialog
          title="Share"
          shared={{ text: `Pre-save “${title}” by ${artist} on Orin`, url }}
          onClose={() => setSharing(false)}
        />
      )}
    </Card>
  );
}

function DateForm({ release }: { release: Release }) {
  const { id, releaseAt, earlyAccessUntil, status } = release;
  const save = useChangeRelease(id);
  const [at, setAt] = useState(valueOf(releaseAt));
  const [early, setEarly] = useState(valueOf(earlyAccessUntil));
  const isChanged = at !== valueOf(releaseAt) || early !== valueOf(earlyAccessUntil);
  const submit = () => {
    const was = status === "scheduled" ? releaseAt ?? null : null;
    const body = { releaseAt: saidOf(at), ...(early !== "" && { earlyAccessUntil: saidOf(early) }), was };
    save.mutate({ part: "/date", body }, { onSuccess: () => void toast("The date is set", "success") });
  };
  return (
    <Form onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          type="datetime-local"
          label="Release date and time"
          hint="Lagos time. It comes out by itself then."
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
        <TextField
          type="datetime-local"
          label="Early access for Premium until"
          hint="Leave empty, and everyone hears it at the same time."
          value={early}
          onChange={(event) => setEarly(event.target.value)}
        />
      </div>
      {save.isError && <Banner tone="error">{failureText(save.error, "The date was not set")}</Banner>}
      <div>
        <Button
          type="submit"
          variant={status === "scheduled" ? "quiet" : "primary"}
          icon={<CalendarClock size={18} />}
          disabled={at === "" || !isChanged}
          busy={save.isPending}
          busyLabel="Saving..."
        >
          {status === "scheduled" ? "Change the date" : "Set the date"}
        </Button>
      </div>
    </Form>
  );
}

function Out({ release }: { release: Release }) {
  const { id, title, path, publishedAt, songs } = release;
  const change = useChangeRelease(id);
  const [isAsking, setAsking] = useState(false);
  const withdraw = () =>
    change.mutate({ part: "/withdraw", body: "post" }, {
      onSuccess: () => {
        setAsking(false);
        void toast("It is withdrawn", "success");
      },
    });
  return (
    <Card>
      <p className="font-semibold">Out since {formatDateTime(publishedAt ?? "")}</p>
      <p className="mt-1 text-sm text-ink-soft">Everything but the songs themselves can be changed while it is out.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={path}>See it</ButtonLink>
        <Button variant="quiet" onClick={() => setAsking(true)}>Withdraw</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          dangerous
          title={`Withdraw ${title}?`}
          message={`Nobody can play ${
            songs.length === 1 ? "its song" : `its ${plural(songs.length, "song")}`
          } until you publish it again. Plays, hearts and comments stay.`}
          confirmLabel="Withdraw"
          busy={change.isPending}
          busyLabel="Withdrawing..."
          error={change.isError ? failureText(change.error, "It was not withdrawn") : undefined}
          onConfirm={withdraw}
          onCancel={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Discard({ release: { id, title, songs } }: { release: Release }) {
  const navigate = useNavigate();
  const discard = useDiscardRelease(id);
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>Discard this release</Button>
      {isAsking && (
        <ConfirmDialog
          open
          dangerous
          title={`Discard ${title}?`}
          message={songs.length === 0
            ? "The draft is deleted. This cannot be undone."
            : `The draft and its ${plural(songs.length, "song")} are deleted. This cannot be undone.`}
          confirmLabel="Discard"
          busy={discard.isPending}
          busyLabel="Discarding..."
          error={discard.isError ? failureText(discard.error, "It was not discarded") : undefined}
          onConfirm={() => discard.mutate(undefined, { onSuccess: () => navigate("/cs-releases") })}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
