import { differencesFoundAt } from "../../../projections/wallet/reconciliations.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { type DifferenceEvent, differenceStream } from "./events.ts";
import { decideHandling, evolve, type Handling, UNHANDLED } from "./state.ts";

const differences = streamsOf<DifferenceEvent["data"], Handling, DifferenceEvent>({
  log: "social",
  stream: differenceStream,
  initial: UNHANDLED,
  evolve,
});

const handle = differences.handler("handleDifference", {
  id: ({ data }: DifferenceEvent) => data,
  beside: (tx, commands: readonly DifferenceEvent[]) => differencesFoundAt(tx, commands.map(({ data }) => data)),
  decide: (state, event, { beside }) =>
    decideHandling(state, { ...event, foundAt: beside.get(differenceStream(event.data)) }),
  result: () => undefined,
});

/** Explains or settles a difference. Refuses with `not_found` or `already_decided`. */
export async function handleDifference(
  { store }: Pick<Deps, "store">,
  event: DifferenceEvent,
  metadata: Metadata,
): Promise<void> {
  await store.execute(handle, event, { logs: ["social"], metadata });
}
