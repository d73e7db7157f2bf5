import type { ShareTarget } from "../lib/share.ts";

const GLYPHS: Readonly<Record<ShareTarget["name"], string>> = {
  Facebook:
    "M13.6 21v-7.4h2.5l.5-3.2h-3V8.5c0-.9.4-1.6 1.7-1.6h1.5V4.2A14 14 0 0 0 14.7 4c-2.6 0-4.3 1.6-4.3 4.3v2.1H7.6v3.2h2.8V21Z",
  Twitter: "M3.6 4h4.9l4 5.4L17.2 4h2.4l-6 6.9L20.4 20h-4.9l-4.3-5.8L6.1 20H3.7l6.4-7.3ZM7.7 5.8H6.9l9.4 12.4h.8Z",
  WhatsApp:
    "M3.6 20.4 4.8 16A8.5 8.5 0 1 1 8 19.2Zm4.8-3 .3.2a6.8 6.8 0 1 0-2.3-2.3l.2.3-.7 2.5Zm.9-9.2c.2 0 .4 0 .5.3l.7 1.7-.1.4-.7.8c.6 1.3 1.6 2.2 2.9 2.8l.8-1 .4-.1 1.7.8c.2.2.2.4.2.7-.2 1-1.2 1.7-2.3 1.6-2.9-.4-5.3-2.8-5.8-5.6-.1-1.1.5-2.2 1.7-2.4Z",
  Telegram: "M3.2 11.3 20.6 4.5 17.7 19.3 12.2 15.2 9.5 17.9 9.1 13.6 16.3 7.5 7.7 12.9Z",
};

/** The sign of a network, in the colour of the text. */
export function ShareGlyph({ name }: { name: ShareTarget["name"] }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6" fill="currentColor" fillRule="evenodd">
      <path d={GLYPHS[name]} />
    </svg>
  );
}
