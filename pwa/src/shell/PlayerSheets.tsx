import { lazy } from "react";
import { useStore } from "../lib/store.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { playerSheet } from "./player_sheets.ts";

const QueueSheet = lazy(() => import("./QueueSheet.tsx").then((module) => ({ default: module.QueueSheet })));
const SleepSheet = lazy(() => import("./SleepSheet.tsx").then((module) => ({ default: module.SleepSheet })));

/** The queue or the sleep timer, where one of them is open. */
export function PlayerSheets() {
  const sheet = useStore(playerSheet);
  const close = () => playerSheet.set(undefined);
  return (
    <Deferred>
      {sheet === "queue" && <QueueSheet onClose={close} />}
      {sheet === "sleep" && <SleepSheet onClose={close} />}
    </Deferred>
  );
}
