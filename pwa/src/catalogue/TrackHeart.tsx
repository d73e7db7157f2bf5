import type { Track } from "@contract/catalogue.ts";
import { useHeart } from "../lib/hearts.ts";
import { useSession } from "../lib/session.ts";
import { HeartButton } from "../ui/HeartButton.tsx";

/** The heart of a track; visitors have none to give. */
export function TrackHeart({ track }: { track: Track }) {
  const { _id, title } = track;
  const session = useSession();
  const { isHearted, isKnown, isPending, isWaiting, set } = useHeart("track", _id, { about: title, track });
  if (!session) return null;
  return (
    <HeartButton
      what={title}
      isHearted={isHearted}
      isWaiting={isWaiting}
      disabled={!isKnown || isPending}
      onToggle={() => set(!isHearted)}
    />
  );
}
