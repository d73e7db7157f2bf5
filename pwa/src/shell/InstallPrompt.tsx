import { Download, Share } from "lucide-react";
import { useStore } from "../lib/store.ts";
import { Button } from "../ui/Button.tsx";
import { dismissInstall, installOffer } from "./install.ts";
import { Notice } from "./Notice.tsx";

/** Offers to install Orin; on an iPhone, where a page cannot ask, it tells how. */
export function InstallPrompt() {
  const offer = useStore(installOffer);
  if (!offer) return null;
  if (offer.kind === "ios") {
    return (
      <Notice icon={<Share size={20} />} onClose={dismissInstall}>
        Install Orin: tap Share, then Add to Home Screen.
      </Notice>
    );
  }
  return (
    <Notice
      icon={<Download size={20} />}
      onClose={dismissInstall}
      action={<Button size="small" variant="quiet" onClick={offer.install}>Install</Button>}
    >
      Install Orin: it opens faster, even offline.
    </Notice>
  );
}
