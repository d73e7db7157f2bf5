import { lazy } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { useOverPage } from "./player_sheets.ts";

const QueueSheet = lazy(() => import("./QueueSheet.tsx").then((module) => ({ default: module.QueueSheet })));
const LyricsSheet = lazy(() => import("./LyricsSheet.tsx").then((module) => ({ default: module.LyricsSheet })));
const SleepSheet = lazy(() => import("./SleepSheet.tsx").then((module) => ({ default: module.SleepSheet })));

/** The queue, the lyrics or the sleep timer, where one of them is open. */
export function PlayerSheets() {
  const { sheet, close } = useOverPage();
  return (
    <Deferred>
      {sheet === "queue" && <QueueSheet onClose={close} />}
      {sheet === "lyrics" && <LyricsSheet onClose={close} />}
      {sheet === "sleep" && <SleepSheet onClose={close} />}
    </Deferred>
  );
}
