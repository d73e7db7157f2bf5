import type { Track } from "@contract/catalogue.ts";
import { earlyAccessOf } from "../lib/early_access.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/** Says until when a track is for Premium alone, and leads to the plans. */
export function EarlyAccessDialog({ track, onClose }: { track: Track; onClose(): void }) {
  const text = earlyAccessOf(track)?.text ?? "Everyone can play this song now. Please reload the list.";
  const actions = (
    <>
      <Button variant="quiet" onClick={onClose}>Not now</Button>
      <ButtonLink to="/subscriptions">Go Premium</ButtonLink>
    </>
  );
  return <Dialog open title={track.title} description={text} onClose={onClose} actions={actions} />;
}
