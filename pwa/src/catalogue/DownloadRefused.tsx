import { loginPath } from "../lib/session.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import type { DownloadRefusal } from "./download.ts";

const TEXTS: Readonly<Record<DownloadRefusal, { title: string; text: string }>> = {
  "no-url": { title: "No download", text: "No download URL available for this track." },
  "needs-account": { title: "Downloads need an account", text: "Log in, or create a free account, to download music." },
  "offline": { title: "You are offline", text: "Please try again when you are connected." },
};

/** Says why a track cannot be downloaded. */
export function DownloadRefused({ reason, onClose }: { reason: DownloadRefusal; onClose(): void }) {
  const { title, text } = TEXTS[reason];
  const actions = reason === "needs-account"
    ? (
      <>
        <ButtonLink variant="quiet" to={loginPath()}>Log in</ButtonLink>
        <ButtonLink to="/signup">Sign up</ButtonLink>
      </>
    )
    : <Button onClick={onClose}>OK</Button>;
  return <Dialog open title={title} description={text} onClose={onClose} actions={actions} />;
}
