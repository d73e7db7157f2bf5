import { useEffect } from "react";
import { ScreenOutlet } from "./ScreenOutlet.tsx";

/** Nothing around the screen: for account, legal and admin screens, which bring their own frame. */
export function BareLayout() {
  useEffect(() => {
    document.documentElement.dataset.frame = "bare";
  }, []);
  return (
    <main id="content" tabIndex={-1} className="frame-main">
      <ScreenOutlet />
    </main>
  );
}
