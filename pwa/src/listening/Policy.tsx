import { formatNaira, formatTokens, formatTokensWithNaira, UNITS_PER_TOKEN } from "@contract/money.ts";
import {
  BELIEVED_SHORT_PLAYS,
  countedPlayMs,
  CREDENTIAL_HOLD_MS,
  STOPPED_FOR_MS,
  TOKENS_SETTLE_MS,
  wholeSongMs,
} from "@contract/policy.ts";
import { LATE_PLAYS_MS } from "@contract/royalties.ts";
import type { Earning } from "@contract/earning.ts";
import { needsOfLevel1, stepText } from "@contract/trust.ts";
import type { Policies, Policy as Rules } from "@contract/policy_rules.ts";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { policiesQuery } from "../data/listening.ts";
import { formatHours } from "../lib/format.ts";
import { newAccountWords } from "../lib/new_account_words.ts";
import { useSession } from "../lib/session.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Card } from "../ui/Card.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { PolicyVersions } from "../ui/PolicyVersions.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { EarningLine } from "./EarningLine.tsx";
import { useEarning } from "./use_earning.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LONG_SONG_MS = 10 * MINUTE_MS;

/** `/policy`: the earning rules in force, in plain words with their numbers. */
export function Policy() {
  const policies = useQuery(policiesQuery);
  const savedAt = useSavedAt(policies);
  return (
    <>
      <PageHeader
        title="How earning works"
        subtitle="The same rules for everyone. Every reward says which version it used."
      />
      <SavedNote what="rules" savedAt={savedAt} />
      {policies.data && <RulesInWords policies={policies.data} />}
      {policies.isPending && <Skeleton shape="figures" count={8} label="Loading the rules..." />}
      {policies.isError && !policies.data && (
        <ErrorState
          message="Failed to load the earning rules"
          busy={policies.isFetching}
          onRetry={() => void policies.refetch()}
        />
      )}
    </>
  );
}

function RulesInWords({ policies: { current, versions = [] } }: { policies: Policies }) {
  return (
    <div className="flex flex-col gap-8">
      <You rules={current} />
      <Listening rules={current} />
      <Trust rules={current} />
      <FairPlay />
      <Money rules={current} />
      <Royalties rules={current} />
      <PolicyVersions versions={versions} />
    </div>
  );
}

/** What the rules mean for who reads them: a member's own day and steps, for visitors those of a new account. */
function You({ rules }: { rules: Rules }) {
  const { earning } = useEarning();
  const isMember = useSession() !== null;
  const steps = isMember
    ? earning?.level.next?.steps ?? []
    : needsOfLevel1(rules).map((need) => ({ text: stepText(need), done: 0, of: need.need }));
  return (
    <section aria-labelledby="you">
      <h2 id="you" className="mb-3 text-xl">You, today</h2>
      <Card as="div">
        {isMember ? <EarningLine /> : <p>{newAccountWords(rules)}</p>}
        {steps.length > 0 && <Steps steps={steps} />}
      </Card>
    </section>
  );
}

function Steps({ steps }: { steps: NonNullable<Earning["level"]["next"]>["steps"] }) {
  return (
    <ul aria-label="Steps" className="mt-4 grid gap-x-8 gap-y-2 text-sm text-ink-soft sm:grid-cols-2">
      {steps.map(({ text, done, of }) => (
        <li key={text} className="flex gap-3">
          {done >= of
            ? <Check aria-hidden="true" size={18} className="mt-px shrink-0 text-accent" />
            : <span aria-hidden="true" className="mx-1 mt-1.5 size-2.5 shrink-0 rounded-full border-2 border-accent" />}
          <span>
            {text}
            {done >= of ? <span className="sr-only">: done</span> : done > 0 && `: ${done} so far`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Listening({ rules }: { rules: Rules }) {
  const unitsPerMinute = MINUTE_MS / rules.rewardMsPerUnit;
  const dayUnits = Math.floor(rules.dailyRewardedMs / rules.rewardMsPerUnit);
  return (
    <Group title="What listening earns">
      <Rule figure={formatTokens(unitsPerMinute)} unit={tokensFor(unitsPerMinute, "a minute")}>
        One hundredth of a token for every {rules.rewardMsPerUnit / 1_000} seconds you listen. 1 token is worth{" "}
        {formatNaira(UNITS_PER_TOKEN)}.
      </Rule>
      <Rule figure={formatHours(rules.dailyRewardedMs / 1_000)} unit="a day">
        The most listening we reward per person per day, within the limit of your level: never more than{" "}
        {formatTokensWithNaira(Math.min(dayUnits, rules.dailyUnitsLevel1))}. You can keep listening for as long as you
        like.
      </Rule>
      <Rule figure={formatTokens(rules.dailyPoolUnits)} unit={tokensFor(rules.dailyPoolUnits, "a day")}>
        All listeners share this pool. When it is empty, music keeps playing and earning starts again the next day.
        Plays that arrive more than a day late share {rules.latePoolPercent}% of it.
        {rules.firstTokensPoolPercent !== undefined && (
          <>
            {" "}
            Orin keeps {rules.firstTokensPoolPercent}% of it for the first{" "}
            {formatTokensWithNaira(rules.firstTokensUnits)}{" "}
            of everyone from level 1 on, so that you earn in the evening, too. The rest goes to those who come first.
          </>
        )}
      </Rule>
      <Rule figure={String(rules.dailyFreePlays)} unit="free plays a day">
        Without Premium. A play counts after 30 seconds, or after half of a song shorter than a minute. A skip before
        that is free.
      </Rule>
    </Group>
  );
}

const DAY_MS = 24 * 60 * MINUTE_MS;

function Trust({ rules }: { rules: Rules }) {
  // A copy from an older version of the app says neither.
  const { payoutAccountAgeMs: payoutAge, monthlyBankAccountUnits: bankMonth }: Partial<Rules> = rules;
  return (
    <Group title="How your limit grows">
      <Rule figure={formatTokens(rules.dailyUnitsLevel0)} unit={tokensFor(rules.dailyUnitsLevel0, "a day at first")}>
        Level 0: every account with a proven email.
      </Rule>
      <Rule figure={formatTokens(rules.dailyUnitsLevel1)} unit={tokensFor(rules.dailyUnitsLevel1, "a day at level 1")}>
        When you have done all of it: {needsOfLevel1(rules).map(stepText).join("; ")}.
      </Rule>
      <Rule
        figure={formatTokens(rules.monthlyWithdrawalUnitsLevel1)}
        unit={tokensFor(rules.monthlyWithdrawalUnitsLevel1, "a month")}
      >
        We pay so much without level 2. For more, you prove your identity once, with your bank account and BVN.
        {bankMonth !== undefined &&
          ` One bank account gets ${
            formatTokensWithNaira(bankMonth)
          } a month, from all people without level 2 together.`}
      </Rule>
      {payoutAge !== undefined && (
        <Rule figure={String(payoutAge / DAY_MS)} unit="days and a phone">
          Before you are paid or give tokens: an account so old and a phone number that you proved, or a proven
          identity.
        </Rule>
      )}
    </Group>
  );
}

const WHOLE_AFTER_SECONDS = (wholeSongMs(LONG_SONG_MS) - countedPlayMs(LONG_SONG_MS)) / 1_000;

const FAIR_PLAY = [
  "Only time when you heard sound counts. Pauses, skips and loading do not.",
  "Time earns when Orin sent its sound to your device, each second once. What your device had loaded before the network went away counts, too.",
  "Saved music earns without a network while your device has its offline licence.",
  "Each moment counts once, even if several songs or devices play at the same time.",
  "A song earns at most its own length a day. After that, its receipt tells you so.",
  "Days begin and end at midnight in Lagos. A play belongs to the day it started.",
  "Plays without a network wait on your device for up to 14 days, and earn when they arrive.",
  "Data saver costs you nothing: low quality earns the same as high quality.",
  "Skips do not use up free plays: the player reports how long you listened, and that decides.",
  `If Orin sends you a whole song and gets no report, it uses a free play. If the report says you heard less, the first ${BELIEVED_SHORT_PLAYS} times a day are free.`,
  `"Whole" starts ${WHOLE_AFTER_SECONDS} seconds after the point where a play counts. Visitors send no reports, so only this decides for them.`,
  "Artists earn nothing from listening to their own songs.",
  "Every play has a receipt under Earnings. It shows what counted, what did not, and why.",
];

function FairPlay() {
  return (
    <section>
      <h2 className="mb-3 text-xl">What counts</h2>
      <ul className="grid gap-x-8 gap-y-3 text-sm text-ink-soft md:grid-cols-2">
        {FAIR_PLAY.map((rule) => (
          <li key={rule} className="flex gap-3">
            <Check aria-hidden="true" size={18} className="mt-px shrink-0 text-accent" />
            {rule}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Money({ rules }: { rules: Rules }) {
  return (
    <Group title="What you can do with tokens">
      <Rule figure={formatTokens(rules.minimumWithdrawalUnits)} unit={tokensFor(rules.minimumWithdrawalUnits, "")}>
        Minimum withdrawal to a bank account. Orin pays the transfer fees.
      </Rule>
      <Rule figure={formatTokens(rules.extraPlayUnits)} unit={tokensFor(rules.extraPlayUnits, "a play")}>
        Pay Per View: one more play after the day's free ones.
      </Rule>
      <Rule figure={formatNaira(rules.premiumMonthKobo)} unit="a month">
        Premium: as many plays as you like, without ads. It does not renew by itself.
      </Rule>
      <Rule figure={formatNaira(rules.koboPerDollar)} unit="a dollar">
        The rate for gifts to artists, which are priced in dollars.
      </Rule>
      <Rule figure={String(TOKENS_SETTLE_MS / HOUR_MS)} unit="hours">
        Until an artist can use the tokens that you gave. Before that you can stop a gift, once: an admin decides, and
        without a decision the artist has it {STOPPED_FOR_MS / HOUR_MS} hours later.
      </Rule>
      <Rule figure={String(CREDENTIAL_HOLD_MS / HOUR_MS)} unit="hours on hold">
        After a change of your password, email, second factor, phone number, name or Google account, or a bank account
        that is new, your tokens stay in your account. Only plays, up to one day's free plays, can be bought.
      </Rule>
      <Rule figure={String(rules.caseFileFromScore)} unit="of 100">
        From this risk on, an admin reads all that Orin knows of a withdrawal before approving it. Below it, one warning
        sign stops no payment.
      </Rule>
    </Group>
  );
}

/** A copy from an older version of the app does not say it. */
function ofRest({ royaltyOfRestBasisPoints: points }: Partial<Rules>): string {
  return points === undefined || points === 10_000 ? "" : `${points / 100}% of `;
}

function Royalties({ rules }: { rules: Rules }) {
  const free = rules.freeRoyaltyKoboPerHour;
  const tax: number | undefined = rules.royaltyTaxBasisPoints;
  return (
    <Group title="What artists get">
      <Rule figure={`${rules.royaltyBasisPoints / 100}%`} unit="of Premium">
        Goes to artists: of each listener's month only to those whom this person heard, by proven time. Computed once,
        {" "}
        {Math.ceil((LATE_PLAYS_MS + rules.settlingMs) / DAY_MS)}{" "}
        days after the month ends. A change holds from the next month on. Never more than {ofRest(rules)}
        what the payment leaves after the provider's fee and what this person earned by listening.
      </Rule>
      {
        // A copy from an older version of the app does not say it.
        tax !== undefined && (
          <Rule figure={`${tax / 100}%`} unit="tax on royalties">
            {tax === 0
              ? "Orin withholds no tax of royalties."
              : "Orin withholds it when royalties settle, and pays it to the tax authority. A change holds from the next month on."}
          </Rule>
        )
      }
      {rules.youngCardMs !== undefined && <Cards rules={rules} />}
      <Rule figure={formatNaira(free)} unit="an hour of free listening">
        {free === 0
          ? "Listening that nobody pays for brings artists gifts and new listeners, but no royalties."
          : "Orin adds this for each hour of listening without Premium that is proven."}
      </Rule>
    </Group>
  );
}

/** What a card's bank may still take, and what it has taken. */
function Cards({ rules }: { rules: Rules }) {
  return (
    <>
      <Rule figure={`${rules.youngCardMs / DAY_MS} days`} unit="for a new card">
        A card's bank can take a payment back. So royalties and gifts that a new card pays wait this long, from its
        first payment on. Artists with a proven identity can have up to{" "}
        {formatTokensWithNaira(rules.youngGiftsOutUnits)} of such gifts before.
      </Rule>
      <Rule figure={`${rules.royaltyDebtBasisPoints / 100}%`} unit="of what a lost payment brought">
        If a bank takes a payment back later, we take its royalties back after tax. Only an artist who got more than
        this part of them owes what is spent.
      </Rule>
    </>
  );
}

/** The unit beside a figure of tokens, with what the figure is worth: "tokens (₦2.00) a day". */
function tokensFor(units: number, when: string): string {
  return `tokens (${formatNaira(units)}) ${when}`.trimEnd();
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{title}</h2>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
    </section>
  );
}

function Rule({ figure, unit, children }: { figure: string; unit: string; children: ReactNode }) {
  return (
    <Card as="div">
      <p className="text-2xl font-extrabold tracking-tight tabular-nums">
        {figure} <span className="text-base font-semibold tracking-normal text-ink-soft">{unit}</span>
      </p>
      <p className="mt-2 text-sm text-ink-soft">{children}</p>
    </Card>
  );
}
