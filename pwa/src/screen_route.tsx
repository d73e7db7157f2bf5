import { type ComponentType, lazy, type ReactNode, useEffect, useState } from "react";
import { Route } from "react-router-dom";
import { registerPreload } from "./lib/preload.ts";
import { useTitle } from "./lib/use_title.ts";
import { screenStands } from "./shell/first_screen.ts";
import { RequireSession } from "./shell/RequireSession.tsx";

/** A line of a route table. */
export interface ScreenRoute {
  path: string;
  title: string;
  /** Visitors may see it; the rest needs a session. */
  isPublic?: boolean;
  /** Its code, fetched when it is visited or about to be. */
  load: () => Promise<ComponentType>;
}

/** A screen as the element that `Routes` reads, named and guarded. */
export function screenRoute({ path, title, isPublic = false, load }: ScreenRoute) {
  const Content = lazyScreen(path, load);
  return (
    <Route
      key={path}
      path={path}
      element={
        <Screen title={title} isProtected={!isPublic}>
          <Content />
        </Screen>
      }
    />
  );
}

/**
 * Code that has come is shown immediately: React would wait for it again, and show its shapes for 300 ms in the
 * meantime.
 */
function lazyScreen(path: string, load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  const come = async () => ({ default: loaded = await load() });
  registerPreload(path, come);
  const Later = lazy(come);
  return function Content() {
    // As it began: a change in between would make the screen anew.
    const [Shown] = useState<ComponentType>(() => loaded ?? Later);
    return <Shown />;
  };
}

interface ScreenProps {
  title: string;
  /** A session is needed: visitors go to the log-in first. */
  isProtected: boolean;
  children: ReactNode;
}

/** Names the page and guards it. A screen may call `useTitle` itself to say more, such as an artist's name. */
function Screen({ title, isProtected, children }: ScreenProps) {
  useTitle(title);
  useEffect(screenStands, []);
  return isProtected ? <RequireSession>{children}</RequireSession> : children;
}
