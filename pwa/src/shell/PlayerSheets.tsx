import { lazy } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { useOverPage } from "./player_sheets.ts";

const QueueSheet = lazy(() => import("./QueueSheet.tsx").then((module) => ({ default: module.QueueSheet })));
const LyricsSheet = lazy(() => import("./LyricsSheet.tsx").then((module) => ({ default: module.LyricsSheet })));
const SleepSheet = lazy(() => import("./SleepSheet.tsx").then((module) => ({ default: module.SleepSheet })));
const SpeedSheet = lazy(() => import("./SpeedSheet.tsx").then((module) => ({ default: module.SpeedSheet })));
const PlayingSheet = lazy(() => import("./PlayingSheet.tsx").then((module) => ({ default: module.PlayingSheet })));

/** The queue, the lyrics, the sleep timer, or what else there is for the song that plays, where one is open. */
export function PlayerSheets() {
  const { sheet, close } = useOverPage();
  return (
    <Deferred>
      {sheet === "queue" && <QueueSheet onClose={close} />}
      {sheet === "lyrics" && <LyricsSheet onClose={close} />}
      {sheet === "more" && <PlayingSheet onClose={close} />}
      {sheet === "speed" && <SpeedSheet onClose={close} />}
      {sheet === "sleep" && <SleepSheet onClose={close} />}
    </Deferred>
  );
}
