import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  changeCommentRules,
  getCommentRules,
  listHeldComments,
  refuseHeldComment,
  releaseHeldComment,
} from "@contract/calls/social.ts";
import type { CommentRules as Rules, HeldComments } from "@contract/social.ts";
import { MOST_FILTER_WORDS } from "@contract/social.ts";
import { askAsArtist } from "../lib/acting.ts";
import { failureText } from "../lib/api_error.ts";
import { formatAgo, formatDateTime } from "../lib/format.ts";
import { usePassing } from "../lib/use_passing.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form } from "../ui/Form.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { Outcome } from "../ui/Outcome.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { TextArea } from "../ui/TextArea.tsx";

/** `/comment-rules`: which comments an artist sees before others do, and those that wait. */
export function CommentRules() {
  const rules = useCommentRules();
  return (
    <>
      <PageHeader title="Comments" subtitle="What you see before others do, under your page and your songs." />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Waiting />
        <Card>
          <h2 className="mb-3 text-xl">Your rules</h2>
          {rules.data ? <RulesForm rules={rules.data} /> : (
            <LoadState
              query={rules}
              shape="fields"
              count={2}
              label="Loading..."
              failure="Failed to load your rules"
            />
          )}
        </Card>
      </div>
    </>
  );
}

function RulesForm({ rules }: { rules: Rules }) {
  const [words, setWords] = useState(rules.words.join("\n"));
  const [holdFirst, setHoldFirst] = useState(rules.holdFirst);
  const [isSaved, say] = usePassing<boolean>();
  const save = useSetCommentRules();
  const submit = () => {
    const list = words.split("\n").map((word) => word.trim()).filter(Boolean);
    save.mutate({ words: list, holdFirst }, { onSuccess: () => say(true) });
  };
  return (
    <Form onSubmit={submit} className="gap-4">
      <TextArea
        label="Words"
        hint={`A comment with one of these, or by someone whose name has one, waits for you, and the message of a gift is folded away. One word or phrase a line, at most ${MOST_FILTER_WORDS}; accents and case make no difference.`}
        rows={5}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Checkbox
        label="First comments wait for me"
        hint="The first comment of accounts younger than 30 days."
        checked={holdFirst}
        onChange={(event) => setHoldFirst(event.target.checked)}
      />
      <Outcome
        failure={save.isError && failureText(save.error, "Failed to save your rules")}
        done={isSaved ? "Your rules hold from now on" : undefined}
      />
      <Button type="submit" className="self-start max-sm:w-full" busy={save.isPending} busyLabel="Saving...">
        Save
      </Button>
      <Link to="/blocked" className="text-sm font-semibold text-accent underline-offset-4 hover:underline">
        People you have blocked
      </Link>
    </Form>
  );
}

function Waiting() {
  const query = useHeldComments();
  const { data } = query;
  return (
    <Card>
      <h2 className="mb-3 text-xl">Waiting for you</h2>
      {!data && <LoadState query={query} count={3} label="Loading..." failure="Failed to load what waits" />}
      {data?.comments.length === 0 && <p className="text-sm text-ink-soft">Nothing waits for you.</p>}
      {data && data.comments.length > 0 && (
        <ul aria-label="Comments that wait" className="divide-y divide-line">
          {data.comments.map((comment) => <Row key={comment._id} comment={comment} />)}
        </ul>
      )}
    </Card>
  );
}

function Row(
  { comment: { _id: id, content, author, createdAt, place, path } }: { comment: HeldComments["comments"][number] },
) {
  const decide = useDecideComment();
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <bdi className="font-semibold">{author}</bdi>
        <span className="text-ink-soft">
          on{" "}
          <Link to={path} className="underline-offset-4 hover:underline">
            <bdi>{place}</bdi>
          </Link>
        </span>
        <time dateTime={createdAt} title={formatDateTime(createdAt)} className="text-ink-faint">
          {formatAgo(createdAt)}
        </time>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">
        <bdi>{content}</bdi>
      </p>
      <FailureBanner of={decide} text="That did not work" />
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button size="small" busy={decide.isPending} onClick={() => decide.mutate({ id, isWanted: true })}>
          Show it
        </Button>
        <Button
          size="small"
          variant="quiet"
          busy={decide.isPending}
          onClick={() => decide.mutate({ id, isWanted: false })}
        >
          Keep it hidden
        </Button>
      </div>
    </li>
  );
}

/** Which comments the artist wants to see first. */
function useCommentRules() {
  return useQuery({
    queryKey: ["creator", "comment rules"],
    queryFn: ({ signal }) => askAsArtist(getCommentRules, { signal }),
  });
}

/** Says which comments wait from now on. */
function useSetCommentRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: Rules) => askAsArtist(changeCommentRules, { body: { ...rules } }),
    onSuccess: (answer) => client.setQueryData(["creator", "comment rules"], answer),
  });
}

/** What waits for the artist. */
function useHeldComments() {
  return useQuery({
    queryKey: ["creator", "held comments"],
    queryFn: ({ signal }) => askAsArtist(listHeldComments, { signal }),
    staleTime: 0,
  });
}

/** Lets a comment through, or not. */
function useDecideComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isWanted }: { id: string; isWanted: boolean }) =>
      askAsArtist(isWanted ? releaseHeldComment : refuseHeldComment, { id }),
    onSuccess: (answer) => client.setQueryData(["creator", "held comments"], answer),
    onError: () => void client.invalidateQueries({ queryKey: ["creator", "held comments"] }),
  });
}
