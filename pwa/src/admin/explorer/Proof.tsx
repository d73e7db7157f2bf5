import type { PlayProof } from "@contract/explorer.ts";
import { formatDateTime, formatDuration } from "../../lib/format.ts";
import { tokensWithNaira } from "../../lib/naira.ts";
import { Code, Facts } from "../parts/Facts.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { reasonWords } from "../payments/words.ts";
import { usePlayProof } from "./api.ts";

/** A play's receipt, what the device reported, and which delivered sound proves it. */
export function Proof({ userId, playId }: { userId: string; playId: string }) {
  return (
    <Loaded
      query={usePlayProof(userId, playId)}
      count={4}
      label="Loading the proof..."
      failure="Failed to load the proof"
    >
      {(data) => (
        <div>
          <h2 className="mb-3 text-lg">Receipt of “{data.title}”</h2>
          <Facts
            as="columns"
            facts={[
              ["Played", formatDateTime(data.playedAt)],
              ["Heard", formatDuration(data.listenedMs / 1_000)],
              ["Credited", formatDuration(data.creditedMs / 1_000)],
              ["Reward", `${tokensWithNaira(data.tokens)}, earning rules of version ${data.policyVersion}`],
              ["Remark", data.reason ? reasonWords(data.reason) : data.offline ? "Heard offline" : "None"],
              ["Number", <Code key="id">{data.playId}</Code>],
            ]}
          />
          {data.reports.map((report) => <Report key={report.position} report={report} />)}
        </div>
      )}
    </Loaded>
  );
}

type ReportShown = PlayProof["reports"][number];

function Report({ report: { log, position, at, deviceId, creditedMs, licensedMs, heard, proofs } }: {
  report: ReportShown;
}) {
  return (
    <div className="mt-4 border-t border-line pt-4 text-sm">
      <h3 className="mb-2 text-base">Report of {formatDateTime(at)}</h3>
      <ul className="flex flex-col gap-1">
        <li>Event {position} of the log {log}, from the device {deviceId || "without a name"}</li>
        <li>{formatDuration(creditedMs / 1_000)} credited</li>
        {heard.map(({ from, to }) => <li key={from}>Heard from {formatDateTime(from)} to {formatDateTime(to)}</li>)}
        {licensedMs > 0 && <li>An offline licence proves {formatDuration(licensedMs / 1_000)}</li>}
        {proofs.length === 0 && licensedMs === 0 && <li>No delivered sound proves it</li>}
        {proofs.map((proof) => <Delivered key={proof.ticketId} proof={proof} />)}
      </ul>
    </div>
  );
}

function Delivered({ proof: { ticketId, usedMs, delivery } }: { proof: ReportShown["proofs"][number] }) {
  return (
    <li>
      The stream ticket …{ticketId.slice(-8)} proves {formatDuration(usedMs / 1_000)}. {delivery
        ? `Orin sent ${formatDuration(delivery.deliveredMs / 1_000)} of the song${
          delivery.isCopy ? " for offline play" : ""
        } from ${formatDateTime(delivery.beganAt)}, ranges ${
          delivery.ranges.map(({ fromMs, toMs }) => `${formatDuration(fromMs / 1_000)}–${formatDuration(toMs / 1_000)}`)
            .join(", ") || "none"
        }.`
        : "Its ranges are older than 16 days, so Orin no longer has them."}
    </li>
  );
}
