import { EMBED_SIZE, embedCode } from "@contract/embed.ts";
import { Check, Code, Link2, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText, type Shared, type SharedTrack, type ShareTarget, shareTargets } from "../lib/share.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { announce } from "./live_region.ts";
import { TextField } from "./TextField.tsx";

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

const GLYPHS: Readonly<Record<ShareTarget["name"], string>> = {
  Facebook:
    "M13.6 21v-7.4h2.5l.5-3.2h-3V8.5c0-.9.4-1.6 1.7-1.6h1.5V4.2A14 14 0 0 0 14.7 4c-2.6 0-4.3 1.6-4.3 4.3v2.1H7.6v3.2h2.8V21Z",
  Twitter: "M3.6 4h4.9l4 5.4L17.2 4h2.4l-6 6.9L20.4 20h-4.9l-4.3-5.8L6.1 20H3.7l6.4-7.3ZM7.7 5.8H6.9l9.4 12.4h.8Z",
  WhatsApp:
    "M3.6 20.4 4.8 16A8.5 8.5 0 1 1 8 19.2Zm4.8-3 .3.2a6.8 6.8 0 1 0-2.3-2.3l.2.3-.7 2.5Zm.9-9.2c.2 0 .4 0 .5.3l.7 1.7-.1.4-.7.8c.6 1.3 1.6 2.2 2.9 2.8l.8-1 .4-.1 1.7.8c.2.2.2.4.2.7-.2 1-1.2 1.7-2.3 1.6-2.9-.4-5.3-2.8-5.8-5.6-.1-1.1.5-2.2 1.7-2.4Z",
  Telegram: "M3.2 11.3 20.6 4.5 17.7 19.3 12.2 15.2 9.5 17.9 9.1 13.6 16.3 7.5 7.7 12.9Z",
};

/** The sign of a network, in the colour of the text. */
function ShareGlyph({ name }: { name: ShareTarget["name"] }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6" fill="currentColor" fillRule="evenodd">
      <path d={GLYPHS[name]} />
    </svg>
  );
}
