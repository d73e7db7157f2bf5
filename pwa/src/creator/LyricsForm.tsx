import type { OwnLyrics } from "@contract/lyrics.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lyricsSourceQuery } from "../data/creator.ts";
import { failureText, hasCode } from "../lib/api_error.ts";
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
  const latest = async () => (await query.refetch()).data?.changedAt ?? "";
  return <Form trackId={trackId} known={query.data} latest={latest} />;
}

interface FormProps {
  trackId: string;
  known: OwnLyrics | null;
  /** When those were set that stand there by now. */
  latest(): Promise<string>;
}

function Form({ trackId, known, latest }: FormProps) {
  const [lyrics, setLyrics] = useState<LyricsDraft>(known ?? NO_LYRICS);
  const { text, language, offensive } = lyrics;
  // What others have changed since is not overwritten unseen.
  const [was, setWas] = useState(known?.changedAt ?? "");
  const save = useSaveLyrics(trackId);
  const remove = useRemoveLyrics(trackId);
  useBusy("typing", text !== (known?.text ?? ""));
  const failure = save.isError ? save.error : remove.isError ? remove.error : undefined;
  const keep = (before: string) => {
    if (language === "") return;
    save.mutate({ text, language, offensive, was: before }, { onSuccess: ({ changedAt }) => setWas(changedAt) });
  };
  const takeAway = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setLyrics(NO_LYRICS);
        setWas("");
      },
    });
  return (
    <div className="flex flex-col gap-4">
      <LyricsFields lyrics={lyrics} onChange={(changes) => setLyrics((before) => ({ ...before, ...changes }))} />
      {failure !== undefined && <Failure error={failure} onAgain={() => void latest().then(keep)} />}
      {save.isSuccess && failure === undefined && <p role="status" className="text-sm text-accent">Lyrics saved</p>}
      <div className="flex flex-wrap justify-end gap-3">
        {known && (
          <Button
            variant="quiet"
            busy={remove.isPending}
            busyLabel="Removing..."
            onClick={takeAway}
          >
            Remove lyrics
          </Button>
        )}
        <Button
          disabled={text.trim() === "" || language === ""}
          busy={save.isPending}
          busyLabel="Saving..."
          onClick={() => keep(was)}
        >
          Save lyrics
        </Button>
      </div>
    </div>
  );
}

/** Where others were faster, what was typed is still there: the artist decides which of the two stays. */
function Failure({ error, onAgain }: { error: unknown; onAgain(): void }) {
  return (
    <Banner
      tone="error"
      action={hasCode(error, "conflict") && (
        <Button size="small" variant="quiet" onClick={onAgain}>Save mine instead</Button>
      )}
    >
      {failureText(error, "Failed to save lyrics")}
    </Banner>
  );
}
