import { lazy, useEffect } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { BottomTabs } from "./BottomTabs.tsx";
import { useFirstScreen } from "./first_screen.ts";
import { Header } from "./Header.tsx";
import { ScreenOutlet } from "./ScreenOutlet.tsx";
import { Sidebar } from "./Sidebar.tsx";

// Always below the first screenful, so its code can come later.
const Footer = lazy(() => import("./Footer.tsx").then((module) => ({ default: module.Footer })));

/** Header, sidebar or bottom tabs, footer: what surrounds every screen but the account and legal ones. */
export function CommonLayout() {
  const isFirstOver = useFirstScreen();
  useEffect(() => {
    delete document.documentElement.dataset.frame;
  }, []);
  return (
    <>
      <Header />
      <Sidebar />
      <main id="content" tabIndex={-1} className="frame-main">
        <div className="mx-auto flow-root max-w-7xl">
          <ScreenOutlet />
        </div>
      </main>
      <Deferred fallback={<div className="frame-foot" />}>
        {isFirstOver ? <Footer /> : <div className="frame-foot" />}
      </Deferred>
      <BottomTabs />
    </>
  );
}
