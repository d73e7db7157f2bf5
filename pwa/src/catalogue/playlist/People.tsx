import type { Playlist } from "@contract/playlists.ts";
import { useMutation } from "@tanstack/react-query";
import { CircleX, Share2 } from "lucide-react";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { useInvite, useRemoveMember, useRevokeInvitation } from "./people_api.ts";

/** Who adds to a list: its owner invites by a link, ends the link, and takes people out. */
export function People({ list, onClose }: { list: Playlist; onClose(): void }) {
  const { _id: id, name, isOwn, invitation, members = [] } = list;
  const [isSharing, setSharing] = useState(false);
  const invite = useMutation(useInvite(id));
  const revoke = useMutation(useRevokeInvitation(id));
  const remove = useMutation(useRemoveMember(id));
  const failed = [invite, revoke, remove].find(({ isError }) => isError);
  if (isSharing && invitation !== undefined) {
    const url = new URL(`/playlists/join/${invitation}`, location.origin).href;
    const text = `Add songs to "${name}" on Orin`;
    return <ShareDialog title="Invite people" shared={{ text, url }} onClose={() => setSharing(false)} />;
  }
  const send = () => invitation ? setSharing(true) : invite.mutate(false, { onSuccess: () => setSharing(true) });
  return (
    <Dialog
      open
      title="People"
      description={isOwn
        ? "People who open your link can add songs and put them in order. They take out what they added; you take out anything."
        : "Everyone here can add songs and put them in order."}
      onClose={onClose}
    >
      {members.length > 0 && (
        <ul className="flex flex-col">
          {members.map(({ _id, name, isYou }, index) => (
            <li key={_id} className="flex min-h-12 items-center gap-3">
              <span className="min-w-0 flex-1 truncate">
                <bdi>{name}</bdi>
                <span className="text-ink-soft">
                  {[isYou && "you", index === 0 && "owner"].filter(Boolean).map((word) => ` · ${word}`).join("")}
                </span>
              </span>
              {isOwn && !isYou && (
                <IconButton
                  label={`Take ${name} out`}
                  icon={<CircleX size={18} />}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(_id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {failed && (
        <p role="alert" className="text-sm text-danger">{failureText(failed.error, "Failed to change playlist")}</p>
      )}
      {isOwn && (
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button icon={<Share2 size={18} />} busy={invite.isPending} onClick={send}>Invite people</Button>
          {invitation !== undefined && (
            <Button variant="quiet" busy={revoke.isPending} onClick={() => revoke.mutate()}>End the link</Button>
          )}
        </div>
      )}
    </Dialog>
  );
}
