import { deletePost, writePost } from "@contract/calls/social.ts";
import { askAsArtist, useMay } from "../lib/acting.ts";
import { MOST_POST_CHARACTERS, type OwnPosts } from "@contract/posts.ts";
import type { NewPost } from "@contract/requests/posts.ts";
import { newId } from "@contract/ids.ts";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { myTracksQuery } from "../data/creator.ts";
import { ownPostsQuery } from "../data/posts.ts";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { formatAgo, plural } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Form } from "../ui/Form.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";

/** `/cs-posts`: what an artist writes to followers, once a week. */
export function Posts() {
  const query = useInfiniteQuery(ownPostsQuery);
  const posts = query.data?.pages.flatMap((page) => page.posts) ?? [];
  const next = query.data?.pages[0]?.nextPostAt;
  const mayEdit = useMay("edit");
  const savedAt = useSavedAt(query);
  return (
    <>
      <PageHeader title="Posts" subtitle="Write to everyone who follows you, once a week." />
      <SavedNote what="posts" savedAt={savedAt} />
      {!query.data && <LoadState query={query} label="Loading..." failure="Failed to load your posts" />}
      {query.data && (
        <div className="flex max-w-3xl flex-col gap-6">
          {next
            ? (
              <Banner tone="info">
                Your next post is possible on{" "}
                {new Date(next).toLocaleString("en-NG", { dateStyle: "long", timeStyle: "short" })}.
              </Banner>
            )
            : mayEdit && <Compose />}
          {posts.length === 0
            ? <EmptyState title="No posts yet" text="Followers get one notification for each post." />
            : (
              <ul aria-label="Your posts" className="flex flex-col gap-3">
                {posts.map((post) => <OwnPost key={post.postId} post={post} mayDelete={mayEdit} />)}
              </ul>
            )}
          {query.hasNextPage && (
            <Button
              variant="quiet"
              busy={query.isFetchingNextPage}
              busyLabel="Loading..."
              onClick={() => void query.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function Compose() {
  const tracks = useQuery(myTracksQuery);
  const [text, setText] = useState("");
  const [trackId, setTrackId] = useState("");
  const [key, setKey] = useState(() => newId());
  useBusy("typing", text !== "");
  const posting = usePosting(key);
  const changed = () => {
    setKey(newId());
    posting.reset();
  };
  const songs = tracks.data?.filter(({ state }) => state === "ready") ?? [];
  const title = songs.find(({ _id }) => _id === trackId)?.title;
  const submit = () => {
    if (text.trim() !== "") posting.mutate({ text: text.trim(), ...(trackId !== "" && { trackId }) });
  };
  return (
    <Form onSubmit={submit} className="gap-4">
      <TextArea
        label="Your post"
        hint={`${text.length} of ${MOST_POST_CHARACTERS} characters`}
        value={text}
        maxLength={MOST_POST_CHARACTERS}
        onChange={(event) => {
          setText(event.target.value);
          changed();
        }}
      />
      <Select
        label="A song with it"
        placeholder="No song"
        options={songs.map((song) => ({ value: song._id, label: song.title }))}
        value={trackId}
        onChange={(event) => {
          setTrackId(event.target.value);
          changed();
        }}
      />
      <Preview text={text.trim()} title={title} />
      {posting.isError && (
        <Banner tone="error">{failureText(posting.error, "Your post could not be sent. Please try again.")}</Banner>
      )}
      <Button
        type="submit"
        className="self-start"
        busy={posting.isPending}
        busyLabel="Sending..."
        disabled={text.trim() === ""}
      >
        Post to followers
      </Button>
    </Form>
  );
}

function usePosting(key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPost) => askAsArtist(writePost, { headers: { "Idempotency-Key": key }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ownPostsQuery.queryKey }),
  });
}

function Preview({ text, title }: { text: string; title: string | undefined }) {
  if (text === "") return null;
  return (
    <Card>
      <p className="mb-1 text-sm text-ink-soft">Followers see</p>
      <p className="break-words whitespace-pre-line">{text}</p>
      {title !== undefined && <p className="mt-2 font-semibold">{title}</p>}
    </Card>
  );
}

function OwnPost(
  { post: { postId, text, at, song, told, isHidden }, mayDelete }: {
    post: OwnPosts["posts"][number];
    mayDelete: boolean;
  },
) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const deleting = useMutation({
    mutationFn: () => askAsArtist(deletePost, { id: postId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ownPostsQuery.queryKey }),
  });
  return (
    <Card as="li" className="flex flex-col items-start gap-2">
      <p className="max-w-full break-words whitespace-pre-line">{text}</p>
      {song && <p className="font-semibold">{song.title}</p>}
      <p className="text-sm text-ink-soft">
        <time dateTime={at}>{formatAgo(at)}</time> · {plural(told, "follower")} told
      </p>
      {isHidden && <Banner tone="info">A moderator has hidden this post.</Banner>}
      {mayDelete && <Button variant="quiet" size="small" onClick={() => setAsking(true)}>Delete</Button>}
      <ConfirmDialog
        open={isAsking}
        title="Delete this post?"
        message="It leaves your page and your followers' notifications. It does not give you a new post this week."
        confirmLabel="Delete"
        dangerous
        busy={deleting.isPending}
        busyLabel="Deleting..."
        error={deleting.isError ? failureText(deleting.error, "Failed to delete the post") : undefined}
        onConfirm={() => deleting.mutate()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}
