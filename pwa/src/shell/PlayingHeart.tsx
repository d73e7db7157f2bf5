import { useHeart } from "../data/hearts.ts";
import { useSession } from "../lib/session.ts";
import { HeartButton } from "../ui/HeartButton.tsx";
import type { ShownTrack } from "./player_view.ts";

/** The heart of what plays; visitors have none to give. */
export function PlayingHeart({ track: { id, title }, className }: { track: ShownTrack; className?: string }) {
  const session = useSession();
  const { isHearted, isKnown, isPending, isWaiting, set } = useHeart("track", id, { about: title });
  if (!session) return null;
  return (
    <HeartButton
      what={title}
      isHearted={isHearted}
      isWaiting={isWaiting}
      disabled={!isKnown || isPending}
      onToggle={() => set(!isHearted)}
      className={className}
    />
  );
}
