import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { type DataSaverChoice, dataSaverChoice } from "../lib/data_saver.ts";
import { useDataUsed } from "../lib/data_used.ts";
import { plural } from "../lib/format.ts";
import { autoplayIsOn, CROSSFADES, crossfadeSeconds, sameLoudness } from "../lib/playing_choices.ts";
import { useIsPremium, useOffersPremium } from "../lib/premium.ts";
import { type QualityChoice, qualityChoice } from "../lib/quality.ts";
import { formatBytes } from "../lib/saved/format_bytes.ts";
import { useSession } from "../lib/session.ts";
import { useStore } from "../lib/store.ts";
import { setTheme, useThemeChoice } from "../lib/theme.ts";
import { THEME_CHOICES } from "../lib/theme_choices.ts";
import { useKeptUploads } from "../lib/use_kept_uploads.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Segments } from "../ui/Segments.tsx";

const DATA_SAVER_CHOICES: readonly { value: DataSaverChoice; label: string }[] = [
  { value: "auto", label: "Automatic" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
];

const QUALITY_CHOICES: readonly { value: QualityChoice; label: string }[] = [
  { value: "auto", label: "Automatic" },
  { value: "high", label: "High" },
  { value: "normal", label: "Normal" },
  { value: "low", label: "Low" },
];

const CROSSFADE_CHOICES = CROSSFADES.map((seconds) => ({
  value: `${seconds}`,
  label: seconds ? `${seconds} s` : "Off",
}));

const ON_OFF = [{ value: "on", label: "On" }, { value: "off", label: "Off" }] as const;

/** What holds for this device alone: the look, and how much it may load. */
export function DeviceSettings() {
  const isPremium = useIsPremium();
  const offersPremium = useOffersPremium();
  const quality = useStore(qualityChoice);
  const used = useDataUsed();
  return (
    <Card>
      <h2 className="mb-4 text-xl">This device</h2>
      <div className="flex flex-col gap-5">
        <Choice name="Appearance">
          <Segments label="Appearance" choices={THEME_CHOICES} value={useThemeChoice()} onChange={setTheme} />
        </Choice>
        <Choice name="Data saver" hint="Uses less data: lower sound quality, no loading ahead. You earn the same.">
          <Segments
            label="Data saver"
            choices={DATA_SAVER_CHOICES}
            value={useStore(dataSaverChoice)}
            onChange={dataSaverChoice.set}
          />
        </Choice>
        <Choice
          name="Audio quality"
          hint={isPremium
            ? "Automatic is 160 kbit/s, and 96 on mobile data. Low is 48."
            : `96 kbit/s, or 48 with Low.${offersPremium ? " High, 160 kbit/s, is part of Premium." : ""}`}
        >
          <Segments
            label="Audio quality"
            choices={isPremium ? QUALITY_CHOICES : QUALITY_CHOICES.filter(({ value }) => value !== "high")}
            value={!isPremium && quality === "high" ? "auto" : quality}
            onChange={qualityChoice.set}
          />
        </Choice>
        <Playing />
        <UploadsHere />
        <p className="text-sm text-ink-soft">
          Data used this month: {formatBytes(used.soundBytes)} for music, {formatBytes(used.otherBytes)}{" "}
          for everything else.
        </p>
      </div>
    </Card>
  );
}

/** How one song follows another. */
function Playing() {
  return (
    <>
      <Choice name="Crossfade" hint="Songs fade into each other, in seconds. Songs of an album follow without a gap.">
        <Segments
          label="Crossfade"
          choices={CROSSFADE_CHOICES}
          value={`${useStore(crossfadeSeconds)}`}
          onChange={(value) => crossfadeSeconds.set(CROSSFADES.find((known) => `${known}` === value) ?? 0)}
        />
      </Choice>
      <Choice
        name="Same loudness for all songs"
        hint="Quiet and loud songs sound alike. The music itself stays as it is."
      >
        <Segments
          label="Same loudness for all songs"
          choices={ON_OFF}
          value={useStore(sameLoudness) ? "on" : "off"}
          onChange={(value) => sameLoudness.set(value === "on")}
        />
      </Choice>
      <Choice name="Next from Orin" hint="When the queue ends, keep playing songs like these.">
        <Segments
          label="Next from Orin"
          choices={ON_OFF}
          value={useStore(autoplayIsOn) ? "on" : "off"}
          onChange={(value) => autoplayIsOn.set(value === "on")}
        />
      </Choice>
    </>
  );
}

function Choice({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-32">
        <p className="text-sm font-semibold">{name}</p>
        {hint && <p className="text-xs text-ink-soft">{hint}</p>}
      </div>
      {children}
    </div>
  );
}

/** What an unfinished upload takes of this device, with the ways to finish it or to remove it. */
function UploadsHere() {
  const { songs, bytes, refresh } = useKeptUploads();
  const userId = useSession()?.userId;
  const [isAsking, setAsking] = useState(false);
  if (songs === 0 || userId === undefined) return null;
  const remove = async () => {
    // The upload itself must know: else it would send and keep what is gone.
    dispatchEvent(new Event("orin-drop-uploads"));
    const { dropDraft } = await import("../lib/kept_uploads.ts");
    await dropDraft(userId);
    setAsking(false);
    refresh();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-32">
        <p className="text-sm font-semibold">Unfinished upload</p>
        <p className="text-xs text-ink-soft">{plural(songs, "song")}, {formatBytes(bytes)} on this device</p>
      </div>
      <div className="flex gap-2">
        <Link to="/cs-upload" className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-accent">
          Finish it
        </Link>
        <Button variant="quiet" size="small" onClick={() => setAsking(true)}>Remove</Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        dangerous
        title="Remove your unfinished upload?"
        message={`This removes ${plural(songs, "song")} from this device. Songs that are on Orin already stay.`}
        confirmLabel="Remove"
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
