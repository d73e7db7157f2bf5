import { isLevel1Closed } from "@contract/trust.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { levelQuery } from "../data/level.ts";
import { formatTokens } from "../lib/format.ts";
import { ClosedLevel } from "./ClosedLevel.tsx";

/** Of those whose limit can grow: what it is and what raises it. Nothing for everyone else. */
export function LevelLine() {
  const { data } = useQuery(levelQuery);
  if (data?.next?.level !== 1) return null;
  const [now, then] = [data.dailyTokens, data.next.dailyTokens].map((amount) =>
    formatTokens(amount).replace(/\.00$/, "")
  );
  if (isLevel1Closed(data)) return <ClosedLevel />;
  const isPhoneMissing = data.next.conditions.some(({ name, have, need }) => name === "phone" && have < need);
  return (
    <p className="rounded-lg bg-info-soft px-4 py-3 text-sm">
      You can earn up to {now} tokens a day now. {isPhoneMissing ? "Prove your phone number" : "Keep listening"}{" "}
      to earn up to {then}.{" "}
      <Link to="/settings" className="font-semibold text-accent underline-offset-4 hover:underline">
        See your level
      </Link>
    </p>
  );
}
