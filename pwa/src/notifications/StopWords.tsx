import type { Notice } from "@contract/notifications.ts";
import { BellOff, Flag } from "lucide-react";
import { useMutePosts } from "../data/posts.ts";
import { failureText } from "../lib/api_error.ts";
import { useOnline } from "../lib/connection.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { toast } from "../ui/toast.ts";

/** What an artist wrote, of a post or thank-you: whose it is, and what is reported. */
interface Words {
  id: string;
  artistId: string;
  artist: string;
}

/** The words of a notice; undefined for any other. */
export function wordsIn({ post, thanks }: Notice): Words | undefined {
  return post ? { id: post.postId, artistId: post.artistId, artist: post.artist } : thanks;
}

/** Stops an artist's words, or reports these, with one press; in the place of what was stopped the way back. */
export function StopWords(
  { words: { id, artistId, artist }, isStopped, onStop }: {
    words: Words;
    isStopped: boolean;
    onStop(isStopped: boolean): void;
  },
) {
  const mute = useMutePosts(artistId);
  const isOnline = useOnline();
  const failed = (error: unknown) => void toast(failureText(error, "Failed to save. Please try again."), "error");
  const stop = () => {
    // The list follows immediately and forgets the row, which stays here as long as the screen does.
    onStop(true);
    mute.mutate(true, {
      onError: (error) => {
        onStop(false);
        failed(error);
      },
    });
  };
  const undo = () => mute.mutate(false, { onSuccess: () => onStop(false), onError: failed });
  if (isStopped) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
        <p ref={focusOn} role="status" tabIndex={-1} className="min-w-0 flex-1 break-words text-ink-soft outline-none">
          No more posts and thank-yous of {artist} for you.
        </p>
        <Button variant="quiet" size="small" busy={mute.isPending} busyLabel="Saving..." onClick={undo}>
          Undo <span className="sr-only">and hear of {artist} again</span>
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2 pb-4 pl-[60px]">
      <Button autoFocus={mute.variables === false} variant="quiet" size="small" disabled={!isOnline} onClick={stop}>
        <BellOff size={18} aria-hidden="true" /> Stop <span className="sr-only">posts and thank-yous of {artist}</span>
      </Button>
      <ButtonLink variant="quiet" size="small" to={`/report/post/${id}`}>
        <Flag size={18} aria-hidden="true" /> Report <span className="sr-only">what {artist} wrote</span>
      </ButtonLink>
    </div>
  );
}

/** What was pressed is gone: its place has the focus. */
function focusOn(node: HTMLElement | null): void {
  node?.focus();
}
