import type { Track } from "@contract/catalogue.ts";
import { useHeart } from "../lib/hearts.ts";
import { useSession } from "../lib/session.ts";
import { HeartButton } from "../ui/HeartButton.tsx";

/** The heart of a track; visitors have none to give. */
export function TrackHeart({ track: { _id, title } }: { track: Track }) {
  const session = useSession();
  const { isHearted, isKnown, isPending, set } = useHeart("track", _id);
  if (!session) return null;
  return (
    <HeartButton
      what={title}
      isHearted={isHearted}
      disabled={!isKnown || isPending}
      onToggle={() => set(!isHearted)}
    />
  );
}
