import type { FeatureAsk, ReleaseCard } from "@contract/releases.ts";
import { RELEASE_KIND_WORDS, RELEASE_KINDS, type ReleaseKind } from "@contract/release_kinds.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Plus, X } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { releasesQuery } from "../../data/releases.ts";
import { useMay } from "../../lib/acting.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, plural } from "../../lib/format.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { Button } from "../../ui/Button.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { newReleaseKey, useAnswerFeature, useNewRelease } from "./api.ts";
import { ReleaseMark } from "./ReleaseMark.tsx";

/** `/cs-releases`: drafts, what has a date, what is out; and what other artists ask. */
export function Releases() {
  const [isNew, setNew] = useState(false);
  const begin = () => setNew(true);
  const mayEdit = useMay("edit");
  return (
    <>
      <PageHeader title="Releases" subtitle="Prepare in peace, choose the moment, and all songs come out together.">
        {mayEdit && <Button icon={<Plus size={18} />} onClick={begin}>New release</Button>}
      </PageHeader>
      <States onNew={mayEdit ? begin : undefined} />
      {isNew && <NewReleaseDialog onClose={() => setNew(false)} />}
    </>
  );
}

function States({ onNew }: { onNew: (() => void) | undefined }) {
  const query = useQuery(releasesQuery);
  const mayAnswer = useMay("manage");
  const savedAt = useSavedAt(query);
  if (!query.data) {
    return <LoadState query={query} label="Loading your releases..." failure="Failed to load releases" />;
  }
  const { releases, asked } = query.data;
  return (
    <>
      {savedAt !== undefined && <SavedNote what="list" savedAt={savedAt} />}
      {mayAnswer && <Asked asked={asked} />}
      {releases.length === 0
        ? (
          <EmptyState
            title="No releases yet"
            text="A single, an EP or an album: nobody hears it before you publish it, or before its date."
            action={onNew && <Button onClick={onNew}>New release</Button>}
          />
        )
        : (
          <ul aria-label="Your releases" className="flex flex-col gap-2">
            {releases.map((release) => <ReleaseRow key={release.id} release={release} />)}
          </ul>
        )}
    </>
  );
}

function ReleaseRow({ release }: { release: ReleaseCard }) {
  const { id, kind, title, status, coverImageUrl, placeholder, songCount, presaves, releaseAt, stalled } = release;
  return (
    <li className="relative flex items-center gap-4 rounded-xl border border-line bg-surface p-3 transition-colors hover:bg-ink/4 sm:p-4">
      <Cover src={coverImageUrl} seed={id} size={64} placeholder={placeholder} className="shrink-0 rounded-md" />
      <div className="min-w-0 flex-1">
        <Link
          to={`/cs-releases/${id}`}
          className="line-clamp-2 font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-xl"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="text-sm text-ink-soft">
          {RELEASE_KIND_WORDS[kind].label} · {plural(songCount, "song")}
          {presaves > 0 && ` · ${plural(presaves, "pre-save")}`}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          <ReleaseMark status={status} />
          {status === "scheduled" && releaseAt && (
            <span className="text-xs text-ink-soft">{formatDateTime(releaseAt)}, Lagos</span>
          )}
          {stalled && <span className="text-xs font-semibold text-danger">Needs you</span>}
        </p>
      </div>
    </li>
  );
}

/** What other artists ask, until it is answered; what was accepted can be taken back. */
function Asked({ asked }: { asked: readonly FeatureAsk[] }) {
  const shown = asked.filter(({ status }) => status !== "declined");
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="asked" className="mb-8">
      <h2 id="asked" className="mb-3 text-xl">Songs that name you</h2>
      <ul className="flex flex-col gap-2">
        {shown.map((ask) => <AskRow key={ask.trackId} ask={ask} />)}
      </ul>
    </section>
  );
}

function AskRow({ ask: { trackId, title, artist, coverImageUrl, status } }: { ask: FeatureAsk }) {
  const answer = useAnswerFeature();
  const say = (accept: boolean) => answer.mutate({ trackId, accept });
  const isAsked = status === "asked";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-surface p-3 sm:p-4">
      <Cover src={coverImageUrl} seed={trackId} size={48} className="shrink-0 rounded-md" />
      <p className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">
        <bdi className="font-semibold">{artist}</bdi>{" "}
        {isAsked ? "wants to name you as a featured artist on" : "names you as a featured artist on"}{" "}
        <bdi className="font-semibold">{title}</bdi>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button
          variant="quiet"
          size="small"
          icon={<X size={16} />}
          disabled={answer.isPending}
          onClick={() => say(false)}
        >
          {isAsked ? "Decline" : "Take my name off"}
        </Button>
        {isAsked && (
          <Button
            size="small"
            icon={<Check size={16} />}
            busy={answer.isPending}
            onClick={() => say(true)}
          >
            Accept
          </Button>
        )}
      </div>
      {answer.isError && (
        <p role="alert" className="w-full text-sm text-danger">
          {failureText(answer.error, "Your answer was not saved")}
        </p>
      )}
    </li>
  );
}

const KINDS = RELEASE_KINDS.map((value) => ({ value, label: RELEASE_KIND_WORDS[value].label }));

function NewReleaseDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const begin = useNewRelease();
  const [key] = useState(newReleaseKey);
  const [title, setTitle] = useState("");
  const [kind, setKind] = useState<ReleaseKind>("single");
  const submit = () => {
    begin.mutate({ key, title: title.trim(), kind }, { onSuccess: ({ id }) => navigate(`/cs-releases/${id}`) });
  };
  return (
    <FormDialog
      title="New release"
      description="You can change all of this later."
      send="Create draft"
      disabled={title.trim() === ""}
      of={begin}
      busyLabel="Creating..."
      failure="The release was not created"
      onClose={onClose}
      onSubmit={submit}
    >
      <Segments label="Kind" choices={KINDS} value={kind} onChange={(value) => setKind(value)} />
      <TextField
        label="Title"
        required
        maxLength={200}
        data-autofocus
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  );
}
