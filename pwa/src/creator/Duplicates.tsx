import type { DuplicateAnswer, OwnDuplicate } from "@contract/duplicates.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownDuplicatesQuery } from "../data/creator.ts";
import { failureText } from "../lib/api_error.ts";
import { formatDate } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useAnswerDuplicate } from "./api.ts";

interface DuplicatesProps {
  /** Only these songs, such as those of a release. */
  of?: readonly string[];
  /** One of them was answered: songs have changed. */
  onAnswered?(): void;
}

/** What keeps the artist's songs from coming out because Orin had the recordings already; nothing where nothing does. */
export function Duplicates({ of, onAnswered }: DuplicatesProps) {
  const { data = [] } = useQuery(ownDuplicatesQuery);
  const shown = of ? data.filter(({ trackId }) => of.includes(trackId)) : data;
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Songs that wait" className="mb-6 flex max-w-3xl flex-col gap-3">
      {shown.map((duplicate) => (
        <li key={duplicate.matchId}>
          {duplicate.asked === "owner"
            ? <Question duplicate={duplicate} {...(onAnswered && { onAnswered })} />
            : <Waiting duplicate={duplicate} />}
        </li>
      ))}
    </ul>
  );
}

interface QuestionProps {
  duplicate: OwnDuplicate;
  onAnswered?(): void;
}

/** The artist's own recording: it takes the old one's place, both stay, or it goes again. It is hidden until then. */
function Question({ duplicate, onAnswered }: QuestionProps) {
  const { matchId, title, track } = duplicate;
  const answer = useAnswerDuplicate();
  const [isReplacing, setReplacing] = useState(false);
  const say = (choice: DuplicateAnswer) =>
    answer.mutate({ matchId, answer: choice }, { onSuccess: () => onAnswered?.() });
  const replace = () => {
    if (!track) return;
    answer.mutate({ matchId, answer: "replace", replaces: track._id }, {
      onSuccess: () => {
        void toast("The new recording takes the place of the old one as soon as it is ready", "success");
        onAnswered?.();
      },
      onSettled: () => setReplacing(false),
    });
  };
  const busy = (choice: DuplicateAnswer) => answer.isPending && answer.variables?.answer === choice;
  return (
    <Banner tone="info">
      <Words duplicate={duplicate} />
      {answer.isError && (
        <p role="alert" className="text-danger">{failureText(answer.error, "That did not work. Please try again.")}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-3 max-sm:*:flex-1">
        {track && <Button disabled={answer.isPending} onClick={() => setReplacing(true)}>Replace the old one</Button>}
        <Button
          variant={track ? "quiet" : "primary"}
          busy={busy("keep_both")}
          disabled={answer.isPending}
          onClick={() => say("keep_both")}
        >
          Keep both
        </Button>
        <Button
          variant="quiet"
          busy={busy("withdraw")}
          disabled={answer.isPending}
          onClick={() => say("withdraw")}
        >
          Do not upload it again
        </Button>
      </div>
      <ConfirmDialog
        open={isReplacing}
        title={`Replace the recording of ${track?.title}?`}
        message={`${track?.title} keeps its plays, hearts, comments, links and place in albums, and gets this recording. The new song ${title} goes, as if it had never been here.`}
        confirmLabel="Replace"
        busy={busy("replace")}
        busyLabel="Replacing..."
        onConfirm={replace}
        onCancel={() => setReplacing(false)}
      />
    </Banner>
  );
}

/** What was found, and what replacing the old recording would mean. */
function Words({ duplicate: { title, track } }: { duplicate: OwnDuplicate }) {
  return (
    <>
      <p className="font-semibold">
        You uploaded this recording {track ? `on ${formatDate(track.uploadedAt)}` : "before"}
      </p>
      <p>
        <bdi>“{title}”</bdi> is the same recording
        {track && (
          <>
            {" as "}
            <bdi>“{track.title}”</bdi>
          </>
        )}. Nobody hears it until you choose.
      </p>
      {track && (
        <p className="mt-1">
          If you replace the old recording, its plays, hearts, comments, links and place in albums stay, and listeners
          hear the old one until the new one is ready.
        </p>
      )}
    </>
  );
}

/** Another person's recording: a moderator decides, and has words for the artist. */
function Waiting({ duplicate: { title, state, reason } }: { duplicate: OwnDuplicate }) {
  if (state === "refused") {
    return (
      <Banner tone="error">
        <p className="font-semibold">
          <bdi>“{title}”</bdi> does not come out
        </p>
        <p>Someone else has uploaded this recording before. A moderator has looked at it and writes:</p>
        {reason && (
          <p className="mt-1 wrap-anywhere whitespace-pre-line">
            <bdi>{reason}</bdi>
          </p>
        )}
      </Banner>
    );
  }
  return (
    <Banner tone="info">
      <p className="font-semibold">
        <bdi>“{title}”</bdi> waits for a check
      </p>
      <p>Someone else has uploaded this recording before. A moderator looks at it, and we tell you what they say.</p>
    </Banner>
  );
}
