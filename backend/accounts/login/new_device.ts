import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { type NewDeviceSeen, newDeviceStream } from "./events.ts";

const logIns = streamsOf<string, boolean, NewDeviceSeen>({
  log: "social",
  stream: newDeviceStream,
  initial: false,
  evolve: () => true,
});

/** Once for each log-in. */
const seeing = logIns.handler("seeNewDevice", {
  id: ({ sessionId }: NewDeviceSeen["data"]) => sessionId,
  decide: (isTold, data): NewDeviceSeen[] => isTold ? [] : [{ type: "NewDeviceSeen", data }],
  result: () => undefined,
});

const MOST_CHARACTERS = 300;

/** Writes down that a person logged in with a browser they had not used before; they hear of it. */
export async function noteNewDevice(
  deps: Pick<Deps, "store" | "personal">,
  { userId, sessionId, userAgent, metadata }: {
    userId: string;
    sessionId: string;
    userAgent: string;
    metadata: Metadata;
  },
): Promise<void> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!key) return;
  const device = key.seal(`device ${sessionId}`, userAgent.slice(0, MOST_CHARACTERS));
  await deps.store.execute(seeing, { userId, sessionId, device }, { logs: ["social"], metadata });
}
