import { isLevel1Closed, type LevelAnswer, type LevelCondition, stepText } from "@contract/trust.ts";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { levelQuery } from "../data/level.ts";
import { formatTokens } from "../lib/format.ts";
import { shortNaira } from "../lib/naira.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Card } from "../ui/Card.tsx";
import { Progress } from "../ui/Progress.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { IdentityProof } from "./IdentityProof.tsx";
import { PhoneProof } from "./PhoneProof.tsx";

/** What one can earn now, and how that grows. Nothing shows while it is unknown: the rest of the page stays. */
export function LevelCard() {
  const level = useQuery(levelQuery);
  const savedAt = useSavedAt(level);
  const { data } = level;
  if (!data) return null;
  return (
    <Card>
      <h2 className="mb-2 text-xl">Your level</h2>
      <SavedNote what="level" savedAt={savedAt} />
      <p className="text-sm text-ink-soft">{giving(data)}</p>
      {isLevel1Closed(data) && (
        <p className="mt-2 text-sm text-ink-soft">
          Orin cannot text codes at the moment, so level 1 is closed. Prove your identity instead: that is level 2.
        </p>
      )}
      {data.next && !isLevel1Closed(data) && <Towards next={data.next} />}
      <PhoneProof phone={data.phone} />
      {data.identity && <IdentityProof limit={data.identity} />}
    </Card>
  );
}

function giving({ level, dailyTokens }: LevelAnswer): string {
  return `You are at level ${level}: you can earn up to ${tokens(dailyTokens)} a day.`;
}

function Towards({ next }: { next: NonNullable<LevelAnswer["next"]> }) {
  const met = next.conditions.filter(({ have, need }) => have >= need).length;
  const all = next.conditions.length;
  return (
    <div className="mt-4">
      <p className="mb-2 text-sm font-semibold">
        Next: up to {tokens(next.dailyTokens)} a day. You have {met} of {all}.
      </p>
      <Progress label="Towards the next level" value={met} max={all} text={`${met} of ${all}`} />
      <ul className="mt-3 flex flex-col gap-2 text-sm">
        {next.conditions.map((condition) => <Condition key={condition.name} condition={condition} />)}
      </ul>
    </div>
  );
}

function Condition({ condition }: { condition: LevelCondition }) {
  const { have, need } = condition;
  const isMet = have >= need;
  return (
    <li className={`flex gap-3 ${isMet ? "text-ink-soft" : ""}`}>
      <span
        aria-hidden="true"
        className="mt-px inline-flex size-[18px] shrink-0 items-center justify-center text-accent"
      >
        {isMet ? <Check size={18} /> : <span className="size-2 rounded-full border-2 border-current" />}
      </span>
      <span>
        {stepText(condition)}
        {isMet ? <span className="sr-only">: done</span> : need > 1 && `: ${have} so far`}
      </span>
    </li>
  );
}

function tokens(amount: number): string {
  const text = formatTokens(amount).replace(/\.00$/, "");
  return `${text} ${text === "1" ? "token" : "tokens"} (${shortNaira(amount)})`;
}
