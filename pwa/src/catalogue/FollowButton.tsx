import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, UserPlus } from "lucide-react";
import { useState } from "react";
import type { FollowAnswer } from "@contract/catalogue.ts";
import { artistQuery, artistsQuery, followingQuery } from "../data/catalogue.ts";
import { failureText } from "../lib/api_error.ts";
import { useSession } from "../lib/session.ts";
import { isWaiting, newerThan, submitWrite, useWrites } from "../lib/writes.ts";
import { subjectOf, type Write } from "../outbox/write.ts";
import { AskLogIn } from "../ui/AskLogIn.tsx";
import { Button } from "../ui/Button.tsx";
import { WaitingMark } from "../ui/WaitingMark.tsx";

/** Follow or Following. Visitors are asked to log in. */
export function FollowButton({ id, name }: { id: string; name: string }) {
  const session = useSession();
  const { data, isUnknown, isWaiting } = useIsFollowing(id);
  const follow = useFollow(id, name);
  const [isAsking, setAsking] = useState(false);
  const follows = data?.isFollowing ?? false;
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        variant="quiet"
        icon={follows ? <Check size={18} /> : <UserPlus size={18} />}
        disabled={follow.isPending || (session !== null && !data && !isUnknown)}
        onClick={() => session ? follow.mutate(!follows) : setAsking(true)}
      >
        {follows ? "Following" : "Follow"}
        <span className="sr-only">{name}</span>
      </Button>
      {isWaiting && <WaitingMark />}
      {follow.isError && (
        <p role="alert" className="text-sm text-danger">
          {failureText(follow.error, "Failed to update follow status")}
        </p>
      )}
      {isAsking && <AskLogIn text="Please log in to follow artists" onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Whether the listener follows an artist, with a wish that waits to be sent; idle for visitors. */
export function useIsFollowing(artistId: string) {
  const { data, dataUpdatedAt, isError } = useQuery({
    ...followingQuery(artistId),
    enabled: useSession() !== null,
  });
  const profile = useQueryClient().getQueryData(artistQuery(artistId).queryKey);
  const writes = useWrites();
  const wish = newerThan(writes, dataUpdatedAt).findLast(({ write }) => isAbout(write, artistId))?.write;
  const isWished = wish?.kind === "follow" ? wish.wanted : undefined;
  const known = data ?? (isWished === undefined ? undefined : { isFollowing: !isWished, followerCount: undefined });
  const count = known?.followerCount ?? profile?.followerCount ?? 0;
  return {
    data: known && withWish({ ...known, followerCount: count }, isWished),
    /** The service did not answer. Following an artist twice is the same as once, so it may be wished all the same. */
    isUnknown: isError && !known,
    isWaiting: isWaiting(writes, subjectOf(followWish(artistId, true))),
  };
}

/** Follows or unfollows: shown immediately and undone when the service refuses, since nothing of value moves. */
function useFollow(artistId: string, name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (follows: boolean) =>
      submitWrite({ write: followWish(artistId, follows), about: name, before: !follows }),
    onSuccess: ({ isSent, answer }) => {
      if (!isSent) return;
      client.setQueryData(followingQuery(artistId).queryKey, answer as FollowAnswer);
      void client.invalidateQueries({ queryKey: artistsQuery.queryKey });
    },
  });
}

function followWish(artistId: string, wanted: boolean): Write {
  return { kind: "follow", artistId, wanted };
}

function isAbout(write: Write, artistId: string): boolean {
  return write.kind === "follow" && write.artistId === artistId;
}

function withWish(known: FollowAnswer, wanted: boolean | undefined): FollowAnswer {
  if (wanted === undefined || known.isFollowing === wanted) return known;
  return { isFollowing: wanted, followerCount: Math.max(0, known.followerCount + (wanted ? 1 : -1)) };
}
