import { formatBasisPoints, type SettledDisputeShown } from "@contract/splits.ts";
import { formatDate } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";

interface SettledDisputesProps {
  settled: readonly SettledDisputeShown[];
  side: "owner" | "collaborator";
}

/** Disputes that are over: who got what of the held money, who decided, and why. */
export function SettledDisputes({ settled, side }: SettledDisputesProps) {
  if (settled.length === 0) return null;
  return (
    <Card>
      <h2 className="text-xl">Settled disputes</h2>
      <ul aria-label="Settled disputes" className="flex flex-col divide-y divide-line">
        {settled.map((dispute) => <Settled key={dispute.disputeId} dispute={dispute} side={side} />)}
      </ul>
    </Card>
  );
}

function Settled({ dispute, side }: { dispute: SettledDisputeShown; side: SettledDisputesProps["side"] }) {
  const { title, other, at, basisPoints, shareBasisPoints, byOrin, note } = dispute;
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="min-w-0 text-base wrap-anywhere">
          <bdi>{side === "owner" ? other : title}</bdi>
        </strong>
        <span className="text-ink-soft">{formatDate(at)}</span>
      </p>
      <p>
        {byOrin ? "Orin decided: of" : "You two agreed: of"} what was held,{" "}
        {side === "owner" ? <bdi>{other}</bdi> : "you"} got {formatBasisPoints(basisPoints)} and{" "}
        {side === "owner" ? "you" : <bdi>{other}</bdi>} the rest. {shareBasisPoints === 0
          ? "The share has ended."
          : `Since then the share is ${formatBasisPoints(shareBasisPoints)} of what the song brings.`}
      </p>
      {note && (
        <p className="text-ink-soft wrap-anywhere">
          Orin's reason: <q>{note}</q>
        </p>
      )}
    </li>
  );
}
