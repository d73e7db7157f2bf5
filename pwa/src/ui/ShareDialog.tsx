import { EMBED_SIZE, embedCode } from "@contract/embed.ts";
import { Check, Code, Link2, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { announce } from "./live_region.ts";
import { TextField } from "./TextField.tsx";
import { copyText, type Shared, type SharedTrack, shareTargets } from "../lib/share.ts";
import { ShareGlyph } from "./ShareGlyph.tsx";

const COPIED_MS = 2_000;

interface ShareDialogProps {
  title: string;
  shared: Shared;
  onClose(): void;
}

/** Where to share a link: four networks, the clipboard, and the device's own sheet where it has one. */
export function ShareDialog({ title, shared, onClose }: ShareDialogProps) {
  return (
    <Dialog open title={title} description={shared.text} onClose={onClose}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(3.875rem,1fr))] gap-1">
        {shareTargets(shared).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="group flex flex-col items-center gap-2 rounded-lg py-2 text-xs font-medium text-ink-soft hover:text-ink"
            >
              <span className="grid size-12 place-items-center rounded-full bg-ink/8 text-ink transition-colors group-hover:bg-dye group-hover:text-on-dye">
                <ShareGlyph name={name} />
              </span>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <CopyLink url={shared.url} />
      {shared.track && <Embed track={shared.track} />}
      {"share" in navigator && <MoreApps shared={shared} />}
    </Dialog>
  );
}

/** Copies a text, and knows for a moment whether it could. */
function useCopy(text: string, said: string) {
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const isCopied = await copyText(text);
    setOutcome(isCopied ? "copied" : "failed");
    if (isCopied) announce(said);
  };
  return { outcome, copy };
}

function CopyLink({ url }: { url: string }) {
  const { outcome, copy } = useCopy(url, "Link copied!");
  const isCopied = outcome === "copied";
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Link"
        hideLabel
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        error={outcome === "failed"
          ? "Your browser blocked copying. Please select and copy the link yourself."
          : undefined}
      />
      <Button icon={isCopied ? <Check size={18} /> : <Link2 size={18} />} onClick={copy}>
        {isCopied ? "Link copied!" : "Copy Link"}
      </Button>
    </div>
  );
}

/** The song's player as HTML, for a page of one's own. */
function Embed({ track: { _id, title, artist } }: { track: SharedTrack }) {
  const { height } = EMBED_SIZE;
  const code = embedCode({ origin: location.origin, trackId: _id, title, artist, width: "100%", height });
  const { outcome, copy } = useCopy(code, "Embed code copied!");
  const isCopied = outcome === "copied";
  return (
    <>
      <Button variant="quiet" icon={isCopied ? <Check size={18} /> : <Code size={18} />} onClick={copy}>
        {isCopied ? "Embed code copied!" : "Embed"}
      </Button>
      {outcome === "failed" && (
        <TextField
          label="Embed code"
          readOnly
          value={code}
          onFocus={(event) => event.currentTarget.select()}
          error="Your browser blocked copying. Please select and copy the code yourself."
        />
      )}
    </>
  );
}

function MoreApps({ shared: { text, url } }: { shared: Shared }) {
  // Closing the device's share sheet is not an error.
  const share = () => navigator.share({ text, url }).catch(() => undefined);
  return <Button variant="quiet" icon={<Share2 size={18} />} onClick={share}>More apps</Button>;
}
