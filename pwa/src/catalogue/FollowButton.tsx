import { Check, UserPlus } from "lucide-react";
import { useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { useSession } from "../lib/session.ts";
import { AskLogIn } from "../ui/AskLogIn.tsx";
import { Button } from "../ui/Button.tsx";
import { WaitingMark } from "../ui/WaitingMark.tsx";
import { useFollow, useIsFollowing } from "./follow_api.ts";

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
