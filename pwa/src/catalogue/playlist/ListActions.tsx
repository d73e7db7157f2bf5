import type { Playlist } from "@contract/playlists.ts";
import { Globe, Lock, PenLine, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { useChangePlaylist, useDeletePlaylist } from "./api.ts";
import { Failure } from "./Failure.tsx";
import { NameDialog, nameFailure } from "./NewPlaylist.tsx";

interface ListActionsProps {
  list: Playlist;
  onGone(): void;
}

/** What can be done with a list as a whole. */
export function ListActions({ list, onGone }: ListActionsProps) {
  const [opened, setOpened] = useState<"name" | "delete" | "share">();
  const publish = useChangePlaylist(list);
  const close = () => setOpened(undefined);
  const url = new URL(`/playlist?list=${list._id}`, location.origin).href;
  return (
    <>
      <Menu
        label={`More for ${list.name}`}
        items={[
          { label: "Rename", icon: <PenLine size={18} />, onSelect: () => setOpened("name") },
          {
            label: list.isPublic ? "Make private" : "Make public",
            icon: list.isPublic ? <Lock size={18} /> : <Globe size={18} />,
            onSelect: () => publish.mutate({ isPublic: !list.isPublic }),
          },
          {
            label: "Share",
            icon: <Share2 size={18} />,
            disabled: !list.isPublic,
            onSelect: () => setOpened("share"),
          },
          { label: "Delete", icon: <Trash2 size={18} />, dangerous: true, onSelect: () => setOpened("delete") },
        ]}
      />
      <span className="text-sm text-ink-soft">{list.isPublic ? "Public" : "Only you"}</span>
      {opened === "name" && <Rename list={list} onClose={close} />}
      {opened === "delete" && <Delete list={list} onClose={close} onGone={onGone} />}
      {opened === "share" && (
        <ShareDialog title="Share" shared={{ text: `Listen to "${list.name}" on Orin`, url }} onClose={close} />
      )}
      {publish.isError && (
        <Failure text={failureText(publish.error, "Failed to change playlist")} onClose={publish.reset} />
      )}
    </>
  );
}

function Rename({ list, onClose }: { list: Playlist; onClose(): void }) {
  const change = useChangePlaylist(list);
  return (
    <NameDialog
      title="Rename playlist"
      initial={list.name}
      confirmLabel="Save"
      busy={change.isPending}
      failure={change.isError ? nameFailure(change.error, "Failed to change playlist") : undefined}
      onClose={onClose}
      onConfirm={(name) => change.mutate({ name }, { onSuccess: onClose })}
    />
  );
}

function Delete({ list, onClose, onGone }: { list: Playlist; onClose(): void; onGone(): void }) {
  const remove = useDeletePlaylist(list);
  return (
    <ConfirmDialog
      open
      dangerous
      title={`Delete ${list.name}?`}
      message="The songs stay on Orin. You cannot get the playlist back."
      confirmLabel="Delete"
      busy={remove.isPending}
      error={remove.isError ? failureText(remove.error, "Failed to delete playlist") : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onGone })}
      onCancel={onClose}
    />
  );
}
