import { AUDIO_ACCEPT } from "@contract/file_formats.ts";
import { newId } from "@contract/ids.ts";
import type { OwnTrack } from "@contract/uploads.ts";
import { FileMusic } from "lucide-react";
import { useId, useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { useReplaceRecording } from "./api.ts";
import { refusedHere } from "./uploads/form.ts";

/** Another recording of the same song: the old one plays until it is ready; plays, hearts, comments and links stay. */
export function ReplaceRecording({ track }: { track: OwnTrack }) {
  const id = useId();
  const [chosen, setChosen] = useState<{ file: File; key: string }>();
  const replace = useReplaceRecording(track._id);
  useBusy("uploading", replace.isPending);
  const refusal = chosen && refusedHere(chosen.file);
  const { replacement } = track;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-ink-soft">
        Listeners hear the old recording until the new one is ready. Plays, hearts, comments and links stay with the
        song.
      </p>
      {replacement?.state === "processing" && <Banner tone="info">The new recording is being prepared.</Banner>}
      {replacement?.state === "failed" && <Banner tone="error">{replacement.reason}</Banner>}
      <label
        htmlFor={id}
        className="inline-flex min-h-11 max-w-full cursor-pointer items-center gap-2 self-start rounded-full border border-line-strong px-4 font-semibold hover:bg-ink/5 has-focus-visible:outline-2 has-focus-visible:outline-focus"
      >
        <FileMusic aria-hidden="true" size={18} />
        <span className="min-w-0 truncate">{chosen?.file.name ?? "Choose a recording"}</span>
        <input
          id={id}
          type="file"
          accept={AUDIO_ACCEPT}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) setChosen({ file, key: newId() });
          }}
        />
      </label>
      {refusal && <Banner tone="error">{refusal}</Banner>}
      {replace.isError && <Banner tone="error">{failureText(replace.error, "The recording was not replaced")}</Banner>}
      {replace.isSuccess && <Banner tone="success">{replace.data.message}</Banner>}
      <Button
        className="self-start"
        disabled={!chosen || refusal !== undefined || replace.isSuccess}
        busy={replace.isPending}
        busyLabel="Uploading..."
        onClick={() => chosen && replace.mutate(chosen)}
      >
        Replace the recording
      </Button>
    </div>
  );
}
