import { streamsOf } from "../../store/streams.ts";
import { printStream, type RecordingPrinted } from "./events.ts";
import { decidePrint, evolvePrint, type Printed } from "./state.ts";

export const prints = streamsOf<string, Printed, RecordingPrinted>({
  log: "social",
  stream: printStream,
  initial: undefined,
  evolve: evolvePrint,
});

/** Notes what a track sounds like. The same again changes nothing. */
export const printRecording = prints.handler("printRecording", {
  id: ({ trackId }: RecordingPrinted["data"]) => trackId,
  decide: decidePrint,
  result: ({ events }) => ({ printed: events.length > 0 }),
});
