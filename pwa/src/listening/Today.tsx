import type { FreePlays } from "@contract/listening.ts";
import { Clock3, Gem } from "lucide-react";
import type { ReactNode } from "react";
import { useFreePlays } from "../data/listening.ts";
import { formatHours, formatTokens, plural } from "../lib/format.ts";
import { useIsPremium } from "../lib/premium.ts";
import { signUpPath, useSession } from "../lib/session.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { Progress } from "../ui/Progress.tsx";
import { useRefreshOnReward } from "./api.ts";

const MS_PER_SECOND = 1_000;

/** What today still gives: free plays, rewarded time and the pool; visitors are told what an account adds. */
export function Today() {
  const session = useSession();
  const { data, isError } = useFreePlays();
  useRefreshOnReward();
  if (!session) return <Invitation />;
  if (!data && isError) return null;
  if (!data) return <div className="mb-5 h-32 sm:mb-6 sm:h-18" />;
  return <TodayCard free={data} />;
}

function Invitation() {
  return (
    <Card className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4! sm:py-4!">
      <p className="max-w-xl text-sm text-ink-soft">
        <strong className="block text-base text-ink">Listening is free. With an account it also pays.</strong>
        Every minute you listen earns tokens, and tokens become money in your bank account.
      </p>
      <ButtonLink to={signUpPath()}>Create a free account</ButtonLink>
    </Card>
  );
}

function TodayCard({ free }: { free: FreePlays }) {
  const isPremium = useIsPremium();
  const left = free.rewardedMsLeftToday / MS_PER_SECOND;
  return (
    <Card className="mb-5 flex flex-col gap-x-10 gap-y-4 p-4! sm:mb-6 sm:flex-row sm:flex-wrap sm:items-center sm:px-6!">
      {!free.isSubscribed && !isPremium && <FreePlaysLeft free={free} />}
      <dl className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-2 text-sm sm:flex sm:gap-x-10">
        <Fact icon={<Clock3 size={18} />} name="Rewarded listening left">
          {left > 0 ? formatHours(left) : "None left today"}
        </Fact>
        <Fact icon={<Gem size={18} />} name="Tokens in today's pool">{formatTokens(free.poolTokensLeftToday)}</Fact>
      </dl>
      {free.earningNotice && <p className="w-full rounded-lg bg-info-soft px-4 py-3 text-sm">{free.earningNotice}</p>}
    </Card>
  );
}

/** The banner of listeners without Premium: what remains out of the limit. */
function FreePlaysLeft({ free: { remainingFreePlays: left, freePlayLimit: limit } }: { free: FreePlays }) {
  return (
    <div className="flex-1 sm:max-w-80">
      <p className="mb-2 flex items-baseline justify-between gap-3 text-sm">
        <span className="font-semibold">Free plays today</span>
        <span className="text-ink-soft">
          <strong className="text-ink tabular-nums">{left}</strong> out of {limit} left
        </span>
      </p>
      <Progress label="Free plays left today" value={left} max={limit} text={`${left} of ${plural(limit, "play")}`} />
    </div>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="relative flex flex-col justify-center pl-7">
      <dt className="text-xs leading-tight text-ink-soft">
        <span aria-hidden="true" className="absolute top-1/2 left-0 -translate-y-1/2 text-accent">{icon}</span>
        {name}
      </dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
