import { type ReactNode, useEffect } from "react";
import { useTitle } from "../lib/use_title.ts";
import { screenStands } from "./first_screen.ts";
import { RequireSession } from "./RequireSession.tsx";

interface ScreenProps {
  title: string;
  /** A session is needed: visitors go to the log-in first. */
  isProtected: boolean;
  children: ReactNode;
}

/** Names the page and guards it. A screen may call `useTitle` itself to say more, such as an artist's name. */
export function Screen({ title, isProtected, children }: ScreenProps) {
  useTitle(title);
  useEffect(screenStands, []);
  return isProtected ? <RequireSession>{children}</RequireSession> : children;
}
