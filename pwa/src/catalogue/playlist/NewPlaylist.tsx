import type { Track } from "@contract/catalogue.ts";
import { useState } from "react";
import { failureText, refusedFields } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
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
      confirmLabel="Create"
      busy={make.isPending}
      failure={make.isError ? nameFailure(make.error, "Failed to create playlist") : undefined}
      onClose={onClose}
      onConfirm={(name) =>
        make.mutate({ name, track, trackIds }, { onSuccess: (made) => onMade(made.playlistId, made) })}
    />
  );
}

/** The text about the name itself, else about the whole. */
export function nameFailure(error: unknown, text: string): string {
  const about = refusedFields(error).name;
  return about ?? failureText(error, text);
}

interface NameDialogProps {
  title: string;
  initial: string;
  confirmLabel: string;
  busy: boolean;
  failure: string | undefined;
  onClose(): void;
  onConfirm(name: string): void;
}

/** A dialog with one field: a list's name. */
export function NameDialog({ title, initial, confirmLabel, busy, failure, onClose, onConfirm }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(name.trim() === "");
    if (name.trim() !== "") onConfirm(name.trim());
  };
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      button={<Button type="submit" busy={busy} busyLabel="Saving...">{confirmLabel}</Button>}
    >
      <TextField
        data-autofocus
        label="Name"
        maxLength={80}
        autoComplete="off"
        value={name}
        error={isMissing ? "Name is required" : failure}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
