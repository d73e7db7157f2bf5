import { formatBasisPoints } from "@contract/splits.ts";
import { classNames } from "../../ui/class_names.ts";

const TONES = ["bg-info", "bg-success", "bg-ink/40", "bg-ink/25"] as const;

/** How a song is divided, as a bar: the owner's part first. The list beside it says the same in words. */
export function ShareBar(
  { own, shares }: { own: number; shares: readonly { creatorId: string; name: string; basisPoints: number }[] },
) {
  const parts = [
    { key: "own", text: `You ${formatBasisPoints(own)}`, basisPoints: own, tone: "bg-accent" },
    ...shares.map(({ name, basisPoints }, index) => ({
      key: `${index}`,
      text: `${name} ${formatBasisPoints(basisPoints)}`,
      basisPoints,
      tone: TONES[index % TONES.length],
    })),
  ];
  return (
    <div
      role="img"
      aria-label={parts.map(({ text }) => text).join(", ")}
      className="flex h-3 w-full gap-0.5 overflow-hidden rounded-full bg-ink/8"
    >
      {parts.filter(({ basisPoints }) => basisPoints > 0).map(({ key, basisPoints, tone }) => (
        <span key={key} className={classNames("h-full min-w-1", tone)} style={{ flexGrow: basisPoints }} />
      ))}
    </div>
  );
}
