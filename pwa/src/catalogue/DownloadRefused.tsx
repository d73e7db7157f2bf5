import type { ReactNode } from "react";
import { loginPath, signUpPath } from "../lib/session.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import type { DownloadRefusal } from "./download.ts";

const TEXTS: Readonly<Record<DownloadRefusal, { title: string; text: string }>> = {
  "no-url": { title: "No download", text: "No download URL available for this track." },
  "needs-account": { title: "Downloads need an account", text: "Log in, or create a free account, to download music." },
  "needs-premium": { title: "Early access for Premium", text: "Members hear and download this track first." },
  "offline": { title: "You are offline", text: "Please try again when you are connected." },
  "failed": { title: "No download", text: "The download could not start. Please try again later." },
};

/** Says why a track cannot be downloaded. */
export function DownloadRefused({ reason, onClose }: { reason: DownloadRefusal; onClose(): void }) {
  const { title, text } = TEXTS[reason];
  return <Dialog open title={title} description={text} onClose={onClose} actions={actionsOf(reason, onClose)} />;
}

function actionsOf(reason: DownloadRefusal, onClose: () => void): ReactNode {
  if (reason === "needs-premium") return <ButtonLink to="/subscriptions">Go Premium</ButtonLink>;
  if (reason !== "needs-account") return <Button onClick={onClose}>OK</Button>;
  return (
    <>
      <ButtonLink variant="quiet" to={loginPath()}>Log in</ButtonLink>
      <ButtonLink to={signUpPath()}>Sign up</ButtonLink>
    </>
  );
}
