import type { Release } from "@contract/releases.ts";
import { RELEASE_KIND_WORDS } from "@contract/release_kinds.ts";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { releaseQuery } from "../../data/releases.ts";
import { ApiError } from "../../lib/api_error.ts";
import { plural } from "../../lib/format.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { useTitle } from "../../lib/use_title.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { TabSet } from "../../ui/TabSet.tsx";
import { CreditsStep } from "./CreditsStep.tsx";
import { DETAILS_FORM, DetailsStep } from "./DetailsStep.tsx";
import { ReleaseMark } from "./ReleaseMark.tsx";
import { ReleaseStep } from "./ReleaseStep.tsx";
import { RightsStep } from "./RightsStep.tsx";
import { SongsStep } from "./SongsStep.tsx";
import { STALLED_WORDS } from "./words.ts";

/** `/cs-releases/:id`: a release, step by step. */
export function ReleaseEditor() {
  const { id = "" } = useParams();
  const query = useQuery(releaseQuery(id));
  const savedAt = useSavedAt(query);
  useTitle(query.data?.title);
  if (query.data) {
    return (
      <>
        <Head release={query.data} />
        {savedAt !== undefined && <SavedNote what="release" savedAt={savedAt} />}
        <Steps key={id} release={query.data} />
      </>
    );
  }
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        heading="h1"
        title="Release not found"
        text="It may be discarded, or belong to another account."
        action={<ButtonLink to="/cs-releases">Releases</ButtonLink>}
      />
    );
  }
  return (
    <>
      <PageHeader title="Release" seed={id} before={<BackLink to="/cs-releases">Releases</BackLink>} />
      <LoadState query={query} label="Loading the release..." failure="Failed to load the release" />
    </>
  );
}

function Head({ release: { id, title, kind, songs, status, stalled } }: { release: Release }) {
  return (
    <>
      <PageHeader
        title={title}
        seed={id}
        before={<BackLink to="/cs-releases">Releases</BackLink>}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3">
            {RELEASE_KIND_WORDS[kind].label} · {plural(songs.length, "song")} <ReleaseMark status={status} />
          </span>
        }
      />
      {stalled && <Banner tone="error" className="mb-6">{STALLED_WORDS[stalled]}</Banner>}
    </>
  );
}

const STEPS = ["details", "songs", "credits", "rights", "release"] as const;
type StepId = typeof STEPS[number];

const STEP_WORDS: Readonly<Record<StepId, string>> = {
  details: "Details",
  songs: "Songs",
  credits: "Credits",
  rights: "Rights",
  release: "Release",
};

function Steps({ release }: { release: Release }) {
  const [params, setParams] = useSearchParams();
  const asked = params.get("step");
  const step = STEPS.find((id) => id === asked) ?? "details";
  const go = (id: string) => setParams({ step: id }, { replace: true });
  const content: Readonly<Record<StepId, ReactNode>> = {
    details: <DetailsStep release={release} />,
    songs: <SongsStep release={release} />,
    credits: <CreditsStep release={release} />,
    rights: <RightsStep release={release} />,
    release: <ReleaseStep release={release} />,
  };
  return (
    <TabSet
      label="Steps"
      keepsPanels
      value={step}
      onChange={go}
      tabs={STEPS.map((id, index) => ({
        id,
        label: <StepLabel number={index + 1} isDone={isDone(release, id)} words={STEP_WORDS[id]} />,
        content: (
          <div className="max-w-3xl">
            {content[id]}
            <Ways index={index} onGo={go} />
          </div>
        ),
      }))}
    />
  );
}

function StepLabel({ number, isDone, words }: { number: number; isDone: boolean; words: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        className={`grid size-5 place-items-center rounded-full text-xs font-bold ${
          isDone ? "bg-success-soft text-success" : "bg-ink/8 text-ink-soft"
        }`}
      >
        {isDone ? <Check aria-hidden="true" size={13} strokeWidth={3} /> : number}
      </span>
      {words}
      {isDone && <span className="sr-only">(done)</span>}
    </span>
  );
}

function isDone({ coverImageUrl, genre, songs, declaration, status }: Release, step: StepId): boolean {
  switch (step) {
    case "details":
      return coverImageUrl !== "" && genre !== "";
    case "songs":
      return songs.length > 0 && songs.every(({ readiness }) => readiness === "ready");
    case "credits":
      return songs.length > 0 && songs.every(({ credits }) => credits.writers.length > 0);
    case "rights":
      return declaration !== undefined;
    case "release":
      return status === "scheduled" || status === "published";
  }
}

/** To the step before, and on. */
function Ways({ index, onGo }: { index: number; onGo(id: string): void }) {
  const [before, next] = [STEPS[index - 1], STEPS[index + 1]];
  return (
    <div className="mt-8 flex flex-wrap justify-between gap-3 border-t border-line pt-5">
      {before ? <Button variant="quiet" onClick={() => onGo(before)}>Back: {STEP_WORDS[before]}</Button> : <span />}
      {next && (
        // The details are saved on the way: the genre is what songs need.
        <Button
          variant="quiet"
          {...(index === 0 ? { type: "submit", form: DETAILS_FORM } : {})}
          onClick={() => onGo(next)}
        >
          Next: {STEP_WORDS[next]}
        </Button>
      )}
    </div>
  );
}
