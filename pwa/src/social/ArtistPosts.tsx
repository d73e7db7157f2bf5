import { useInfiniteQuery } from "@tanstack/react-query";
import { BellOff, BellRing, Flag } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import { artistPostsQuery, useMutePosts } from "../data/posts.ts";
import { formatAgo } from "../lib/format.ts";
import { useSession } from "../lib/session.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { IconButton } from "../ui/IconButton.tsx";

/** What an artist wrote to followers; nothing where there is nothing. Stopping and reporting are one press away. */
export function ArtistPosts({ artistId }: { artistId: string }) {
  const query = useInfiniteQuery(artistPostsQuery(artistId));
  const mute = useMutePosts(artistId);
  const session = useSession();
  const navigate = useNavigate();
  const posts = query.data?.pages.flatMap((page) => page.posts) ?? [];
  const isMuted = query.data?.pages[0]?.isMuted ?? false;
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="posts" className="max-w-3xl">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="posts" className="text-xl">Posts</h2>
        {session && (
          <Button variant="quiet" size="small" busy={mute.isPending} onClick={() => mute.mutate(!isMuted)}>
            {isMuted ? <BellRing size={18} aria-hidden="true" /> : <BellOff size={18} aria-hidden="true" />}
            {isMuted ? "Tell me of posts again" : "Stop posts of this artist"}
          </Button>
        )}
      </div>
      <FailureBanner of={mute} text="Failed to save. Please try again." />
      <ul aria-label="Posts" className="flex flex-col gap-3">
        {posts.map(({ postId, text, at, song }) => (
          <Card as="li" key={postId} className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <p className="break-words whitespace-pre-line">{text}</p>
              {song && (
                <Link className="mt-2 inline-block font-semibold text-accent" to={`/track/${song.id}`}>
                  {song.title}
                </Link>
              )}
              <time dateTime={at} className="mt-1 block text-xs text-ink-faint">{formatAgo(at)}</time>
            </div>
            <IconButton
              label="Report this post"
              icon={<Flag size={18} />}
              onClick={() => void navigate(`/report/post/${postId}`)}
            />
          </Card>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="quiet"
          className="mt-4"
          busy={query.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </section>
  );
}
