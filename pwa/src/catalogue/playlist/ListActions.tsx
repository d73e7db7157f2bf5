import type { Playlist } from "@contract/playlists.ts";
import { useMutation } from "@tanstack/react-query";
import { FolderInput, Globe, Lock, LogOut, PenLine, Radio, Share2, TextInitial, Trash2, Users } from "lucide-react";
import { lazy, useState } from "react";
import { useOnline } from "../../lib/connection.ts";
import { failureText } from "../../lib/api_error.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { ShareDialog } from "../../ui/ShareDialog.tsx";
import { useChangePlaylist, useDeletePlaylist } from "./api.ts";
import { startRadio } from "../radio.ts";
import { Failure } from "./Failure.tsx";
import { NameDialog } from "./NewPlaylist.tsx";
import { useRemoveMember } from "./people_api.ts";

const People = lazy(() => import("./People.tsx").then((module) => ({ default: module.People })));
const DescriptionDialog = lazy(() =>
  import("./DescriptionDialog.tsx").then((module) => ({ default: module.DescriptionDialog }))
);
const FolderDialog = lazy(() => import("./FolderDialog.tsx").then((module) => ({ default: module.FolderDialog })));

interface ListActionsProps {
  list: Playlist;
  onGone(): void;
}

/** What can be done with a list as a whole; who was invited to it can do less than its owner. */
export function ListActions({ list, onGone }: ListActionsProps) {
  const [opened, setOpened] = useState<"name" | "describe" | "delete" | "share" | "people" | "folder" | "leave">();
  const publish = useChangePlaylist(list);
  const close = () => setOpened(undefined);
  const url = new URL(`/playlists/${list._id}`, location.origin).href;
  const open = (what: typeof opened) => () => setOpened(what);
  const share: MenuItem = {
    ...{ label: "Share", icon: <Share2 size={18} />, disabled: !list.isPublic, onSelect: open("share") },
  };
  const isOnline = useOnline();
  const people: MenuItem = {
    ...{ label: "People", icon: <Users size={18} />, disabled: !isOnline, onSelect: open("people") },
  };
  const radio: MenuItem = {
    label: "Start Radio",
    icon: <Radio size={18} />,
    disabled: list.tracks.length === 0,
    onSelect: () => void startRadio({ kind: "playlist", id: list._id, name: list.name }),
  };
  const own: MenuItem[] = [
    radio,
    { label: "Rename", icon: <PenLine size={18} />, onSelect: open("name") },
    { label: "Description", icon: <TextInitial size={18} />, onSelect: open("describe") },
    {
      label: list.isPublic ? "Make private" : "Make public",
      icon: list.isPublic ? <Lock size={18} /> : <Globe size={18} />,
      onSelect: () => publish.mutate({ isPublic: !list.isPublic }),
    },
    share,
    people,
    { label: "Move to folder", icon: <FolderInput size={18} />, onSelect: open("folder") },
    { label: "Delete", icon: <Trash2 size={18} />, dangerous: true, onSelect: open("delete") },
  ];
  const joined: MenuItem[] = [
    radio,
    share,
    people,
    { label: "Leave playlist", icon: <LogOut size={18} />, dangerous: true, onSelect: open("leave") },
  ];
  return (
    <>
      <Menu label={`More for ${list.name}`} items={list.isOwn ? own : joined} />
      {opened === "name" && <Rename list={list} onClose={close} />}
      {opened === "delete" && <Delete list={list} onClose={close} onGone={onGone} />}
      {opened === "leave" && <Leave list={list} onClose={close} onGone={onGone} />}
      <Deferred>
        {opened === "people" && <People list={list} onClose={close} />}
        {opened === "describe" && <DescriptionDialog list={list} onClose={close} />}
        {opened === "folder" && <FolderDialog list={list} onClose={close} />}
      </Deferred>
      {opened === "share" && (
        <ShareDialog title="Share" shared={{ text: `Listen to "${list.name}" on Orin`, url }} onClose={close} />
      )}
      {publish.isError && (
        <Failure text={failureText(publish.error, "Failed to change playlist")} onClose={publish.reset} />
      )}
    </>
  );
}

function Leave({ list, onClose, onGone }: { list: Playlist; onClose(): void; onGone(): void }) {
  const leave = useMutation(useRemoveMember(list._id));
  const you = list.members?.find(({ isYou }) => isYou)?._id ?? "";
  return (
    <ConfirmDialog
      open
      dangerous
      title={`Leave ${list.name}?`}
      message="The songs you added stay in the playlist."
      confirmLabel="Leave"
      busy={leave.isPending}
      error={leave.isError ? failureText(leave.error, "Failed to leave playlist") : undefined}
      onConfirm={() => leave.mutate(you, { onSuccess: onGone })}
      onCancel={onClose}
    />
  );
}

function Rename({ list, onClose }: { list: Playlist; onClose(): void }) {
  const change = useChangePlaylist(list);
  return (
    <NameDialog
      title="Rename playlist"
      initial={list.name}
      send="Save"
      of={change}
      failure="Failed to change playlist"
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
