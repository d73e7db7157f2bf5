import { Banner } from "../ui/Banner.tsx";

const TEXTS: Readonly<Record<string, string>> = {
  confirmed: "You are signed up for the newsletter.",
  left: "You will not get the newsletter any more.",
};

/** What came of a link in a newsletter's mail. */
export function NewsletterDone({ state, onClose }: { state: string; onClose(): void }) {
  const text = TEXTS[state];
  return text ? <Banner tone="success" onClose={onClose} className="mb-4">{text}</Banner> : null;
}
