import type { FreePlays } from "@contract/listening.ts";
import { useFreePlays } from "../data/listening.ts";
import { plural } from "../lib/format.ts";
import { useIsPremium } from "../lib/premium.ts";
import { signUpPath, useSession } from "../lib/session.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { Progress } from "../ui/Progress.tsx";
import { EarningLine } from "./EarningLine.tsx";
import { NewAccount } from "./NewAccount.tsx";

/** What today still gives: free plays, and what one earns; visitors are told what an account adds. */
export function Today() {
  const session = useSession();
  const { data, isError } = useFreePlays();
  if (!session) return <Invitation />;
  if (!data && isError) return null;
  if (!data) return <div className="mb-3 h-26 sm:mb-6 sm:h-18" />;
  return <TodayCard free={data} />;
}

function Invitation() {
  return (
    <Card className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-3! sm:mb-6 sm:px-6! sm:py-4!">
      <div className="max-w-xl">
        <strong className="max-sm:text-sm">Listening is free. With an account it also pays.</strong>
        <NewAccount className="max-sm:text-xs!" />
      </div>
      <ButtonLink to={signUpPath()} className="max-sm:px-3 max-sm:text-sm">Create a free account</ButtonLink>
    </Card>
  );
}

function TodayCard({ free }: { free: FreePlays }) {
  const isPremium = useIsPremium();
  return (
    <Card className="mb-3 flex flex-wrap items-center gap-x-10 gap-y-2.5 p-3! sm:mb-6 sm:p-4! sm:px-6!">
      {!free.isSubscribed && !isPremium && <FreePlaysLeft free={free} />}
      <EarningLine className="min-w-0 flex-1 basis-80 max-sm:text-xs!" />
    </Card>
  );
}

/** The banner of listeners without Premium: what remains out of the limit. */
function FreePlaysLeft({ free: { remainingFreePlays: left, freePlayLimit: limit } }: { free: FreePlays }) {
  return (
    <div className="flex-1 basis-60 sm:max-w-80">
      <p className="mb-1 flex items-baseline justify-between gap-3 text-sm sm:mb-2">
        <span className="font-semibold">Free plays today</span>
        <span className="text-ink-soft">
          <strong className="text-ink tabular-nums">{left}</strong> out of {limit} left
        </span>
      </p>
      <Progress label="Free plays left today" value={left} max={limit} text={`${left} of ${plural(limit, "play")}`} />
    </div>
  );
}
