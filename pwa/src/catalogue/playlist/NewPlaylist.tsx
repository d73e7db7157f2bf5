import type { Track } from "@contract/catalogue.ts";
import { useState } from "react";
import { failureText, refusedFields } from "../../lib/api_error.ts";
import { FormDialog, type FormDialogProps } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useMakePlaylist } from "./api.ts";

interface NewPlaylistProps {
  /** Is added to it immediately. */
  track?: Track;
  /** The same for many. */
  trackIds?: readonly string[];
  onClose(): void;
  onMade(id: string, made: { isSent: boolean }): void;
}

/** Asks for the name of a new list. */
export function NewPlaylist({ track, trackIds, onClose, onMade }: NewPlaylistProps) {
  const make = useMakePlaylist();
  return (
    <NameDialog
      title="New playlist"
      initial=""
      send="Create"
      of={make}
      failure="Failed to create playlist"
      onClose={onClose}
      onConfirm={(name) =>
        make.mutate({ name, track, trackIds }, { onSuccess: (made) => onMade(made.playlistId, made) })}
    />
  );
}

interface NameDialogProps extends Required<Pick<FormDialogProps, "title" | "send" | "of" | "failure" | "onClose">> {
  initial: string;
  onConfirm(name: string): void;
}

/** A dialog with one field: a list's name. A refusal of the name itself comes before one of the whole. */
export function NameDialog({ title, initial, send, of, failure, onClose, onConfirm }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const refused = of.isError ? refusedFields(of.error).name ?? failureText(of.error, failure) : undefined;
  const submit = () => {
    setMissing(name.trim() === "");
    if (name.trim() !== "") onConfirm(name.trim());
  };
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      send={send}
      of={of}
      busyLabel="Saving..."
    >
      <TextField
        data-autofocus
        label="Name"
        maxLength={80}
        autoComplete="off"
        value={name}
        error={isMissing ? "Name is required" : refused}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
