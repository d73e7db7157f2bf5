import type { DuplicateAnswer, OwnDuplicate } from "@contract/duplicates.ts";
import { useQuery } from "@tanstack/react-query";
import { ownDuplicatesQuery } from "../data/creator.ts";
import { failureText } from "../lib/api_error.ts";
import { formatDate } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { useAnswerDuplicate } from "./api.ts";

/** What keeps the artist's songs from coming out because Orin had the recordings already; nothing where nothing does. */
export function Duplicates() {
  const { data = [] } = useQuery(ownDuplicatesQuery);
  if (data.length === 0) return null;
  return (
    <ul aria-label="Songs that wait" className="mb-6 flex max-w-3xl flex-col gap-3">
      {data.map((duplicate) => (
        <li key={duplicate.matchId}>
          {duplicate.asked === "owner" ? <Question duplicate={duplicate} /> : <Waiting duplicate={duplicate} />}
        </li>
      ))}
    </ul>
  );
}

/** The artist's own recording: both stay, or the new one goes again. Nobody hears it before the answer. */
function Question({ duplicate: { matchId, title, track } }: { duplicate: OwnDuplicate }) {
  const answer = useAnswerDuplicate();
  const say = (choice: DuplicateAnswer) => answer.mutate({ matchId, answer: choice });
  const busy = (choice: DuplicateAnswer) => answer.isPending && answer.variables?.answer === choice;
  return (
    <Banner tone="info">
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
      {answer.isError && (
        <p role="alert" className="text-danger">{failureText(answer.error, "That did not work. Please try again.")}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button busy={busy("keep_both")} disabled={answer.isPending} onClick={() => say("keep_both")}>Keep both</Button>
        <Button
          variant="quiet"
          busy={busy("withdraw")}
          disabled={answer.isPending}
          onClick={() => say("withdraw")}
        >
          Do not upload it again
        </Button>
      </div>
    </Banner>
  );
}

/** Somebody else's recording: a moderator decides, and has words for the artist. */
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
