import type { LyricsSource } from "@contract/lyrics.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lyricsSourceQuery } from "../data/lyrics.ts";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { useRemoveLyrics, useSaveLyrics } from "./api.ts";
import { type LyricsDraft, NO_LYRICS } from "./lyrics_draft.ts";
import { LyricsFields } from "./LyricsFields.tsx";

/** The lyrics of one's own song, which are saved on their own. */
export function LyricsForm({ trackId }: { trackId: string }) {
  const query = useQuery(lyricsSourceQuery(trackId));
  if (query.data === undefined) return <LoadState query={query} failure="Failed to load lyrics" shape="rows" />;
  return <Form key={query.data === null ? "none" : "some"} trackId={trackId} known={query.data} />;
}

function Form({ trackId, known }: { trackId: string; known: LyricsSource | null }) {
  const [lyrics, setLyrics] = useState<LyricsDraft>(known ?? NO_LYRICS);
  const { text, language, offensive } = lyrics;
  const save = useSaveLyrics(trackId);
  const remove = useRemoveLyrics(trackId);
  useBusy("typing", text !== (known?.text ?? ""));
  const failure = save.isError ? save.error : remove.isError ? remove.error : undefined;
  return (
    <div className="flex flex-col gap-4">
      <LyricsFields lyrics={lyrics} onChange={(changes) => setLyrics((before) => ({ ...before, ...changes }))} />
      {failure !== undefined && <Banner tone="error">{failureText(failure, "Failed to save lyrics")}</Banner>}
      {save.isSuccess && <p role="status" className="text-sm text-accent">Lyrics saved</p>}
      <div className="flex flex-wrap justify-end gap-3">
        {known && (
          <Button
            variant="quiet"
            busy={remove.isPending}
            busyLabel="Removing..."
            onClick={() => remove.mutate()}
          >
            Remove lyrics
          </Button>
        )}
        <Button
          disabled={text.trim() === "" || language === ""}
          busy={save.isPending}
          busyLabel="Saving..."
          onClick={() => language !== "" && save.mutate({ text, language, offensive })}
        >
          Save lyrics
        </Button>
      </div>
    </div>
  );
}
