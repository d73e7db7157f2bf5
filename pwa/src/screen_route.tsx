import { type ComponentType, lazy } from "react";
import { Route } from "react-router-dom";
import { registerPreload } from "./lib/preload.ts";
import { Screen } from "./shell/Screen.tsx";

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

function lazyScreen(path: string, load: () => Promise<ComponentType>) {
  registerPreload(path, load);
  return lazy(async () => ({ default: await load() }));
}
