import type { Track } from "@contract/catalogue.ts";
import { useEffect, useRef, useState } from "react";
import { failureText, hasCode } from "../../lib/api_error.ts";
import { isOnline } from "../../lib/connection.ts";
import { askPremium } from "../../lib/premium.ts";
import { plural } from "../../lib/format.ts";
import { savingQuality } from "../../lib/quality.ts";
import { appSaved } from "../../lib/saved/app_saved.ts";
import type { SavedLibrary } from "../../lib/saved/library.ts";
import { formatBytes } from "../../lib/saved/format_bytes.ts";
import { lockText, type Taste } from "../../lib/saved/licence.ts";
import { estimatedBytes, type WantedCollection } from "../../lib/saved/model.ts";
import { loginPath, signUpPath, useSession } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { PremiumOnly } from "../PremiumOnly.tsx";

interface SaveMusicProps {
  tracks: readonly Track[];
  /** The album or playlist that is saved as a whole. */
  collection?: Omit<WantedCollection, "tracks"> | undefined;
  onClose(): void;
}

/** Saves music on this device, after what has to be asked: to log in, for Premium, and for mobile data. */
export function SaveMusic(props: SaveMusicProps) {
  const session = useSession();
  if (session) return <Saving {...props} />;
  return (
    <Dialog
      open
      title="Please log in to save music on this device"
      onClose={props.onClose}
      actions={
        <>
          <ButtonLink variant="quiet" to={signUpPath()}>Sign up</ButtonLink>
          <ButtonLink to={loginPath()}>Log in</ButtonLink>
        </>
      }
    />
  );
}

type Step = "checking" | "premium_needed" | "taste_full" | "mobile_data" | "unreachable" | "failed";

function Saving({ tracks, collection, onClose }: SaveMusicProps) {
  const [step, setStep] = useState<Step>("checking");
  const [refusal, setRefusal] = useState("");
  const isAsked = useRef(false);
  const save = async () => {
    const library = await appSaved();
    await library.save(tracks, savingQuality(), collection);
    void navigator.storage?.persist?.();
    void toast(savingText(tracks.length, library.licence.taste));
    onClose();
  };
  const begin = async () => {
    const library = await appSaved();
    const isLicensed = await library.licence.check();
    void askPremium({ anew: true });
    if (!isLicensed) return setStep(library.licence.lock() === "premium_ended" ? "premium_needed" : "unreachable");
    if (library.licence.taste) {
      const refused = await placeRefused(library, { tracks, collection });
      setRefusal(refused?.text ?? "");
      if (refused) return setStep(refused.step);
    }
    if (library.isMetered()) return setStep("mobile_data");
    await save();
  };
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    begin().catch(() => setStep("failed"));
  });
  const agree = async () => {
    await (await appSaved()).retry({ withMobileData: true });
    await save();
  };
  switch (step) {
    case "checking":
      return null;
    case "mobile_data":
      return (
        <ConfirmDialog
          open
          title="Use mobile data?"
          message={`${plural(tracks.length, "song")}, about ${
            formatBytes(estimatedBytes(tracks, savingQuality()))
          }. Otherwise Orin waits for Wi-Fi.`}
          confirmLabel="Use mobile data"
          cancelLabel="Wait for Wi-Fi"
          onConfirm={() => void agree().catch(() => setStep("failed"))}
          onCancel={() => void save().catch(() => setStep("failed"))}
        />
      );
    case "premium_needed":
      return <PremiumNeeded onClose={onClose} />;
    case "taste_full":
      return <PremiumOnly title="Save more with Premium" text={refusal} onClose={onClose} />;
    case "unreachable":
      return <Refused text={refusal || lockText("unchecked", isOnline())} onClose={onClose} />;
    case "failed":
      return <Refused text="This device does not let Orin save files." onClose={onClose} />;
  }
}

function savingText(songs: number, taste: Taste | undefined): string {
  const places = taste ? ` ${taste.trackIds.length} of your ${taste.limit} songs without Premium.` : "";
  return `Saving ${plural(songs, "song")} on this device.${places}`;
}

/** Without Premium single songs alone are saved, and few: the service counts. Undefined once the song has its place. */
async function placeRefused(
  { licence }: SavedLibrary,
  { tracks, collection }: Pick<SaveMusicProps, "tracks" | "collection">,
): Promise<{ step: Step; text: string } | undefined> {
  const [track, more] = tracks;
  if (!track || more || collection) return { step: "premium_needed", text: "" };
  try {
    await licence.keepTaste(track._id);
    return undefined;
  } catch (error) {
    const text = failureText(error, "The song could not be saved");
    return { step: hasCode(error, "taste_full") ? "taste_full" : "unreachable", text };
  }
}

function PremiumNeeded({ onClose }: { onClose(): void }) {
  return (
    <PremiumOnly
      title="Offline mode is part of Premium"
      text="With Premium you can save songs, albums and playlists on this device, play them offline, and earn once you are back online. Without it you can save 5 single songs from their menus."
      onClose={onClose}
    />
  );
}

function Refused({ text, onClose }: { text: string; onClose(): void }) {
  return (
    <Dialog
      open
      title="The music could not be saved"
      description={text}
      onClose={onClose}
      actions={<Button onClick={onClose}>OK</Button>}
    />
  );
}
