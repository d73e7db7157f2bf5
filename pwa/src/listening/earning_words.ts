import type { Earning } from "@contract/earning.ts";
import { plural } from "../lib/format.ts";
import { shortNaira } from "../lib/naira.ts";

/** What is earned and what comes next, in the parts of one sentence. */
interface EarningWords {
  today: string;
  /** On the way to a withdrawal. */
  goal: string;
  /** Left out where there is nothing more to reach. */
  level?: string | undefined;
  /** Why nothing more comes today, where it is not the listener's own limit; or that the pool soon ends. */
  pool?: string | undefined;
}

/** The sentence of the earning line, in naira. */
export function earningWords(earning: Earning): EarningWords {
  const { today, level } = earning;
  const left = today.limit - today.earned;
  const pool = !isDayOver(earning) && earning.pool.left < left
    ? `${shortNaira(earning.pool.left)} left in today's pool`
    : today.notice !== undefined && left > 0
    ? today.notice
    : undefined;
  return {
    today: todayWords(earning),
    goal: goalWords(earning),
    ...(level.next && { level: levelWords(level.next) }),
    ...(pool !== undefined && { pool }),
  };
}

/** Whether today gives nothing more. */
export function isDayOver({ today: { earned, limit, notice } }: Earning): boolean {
  return notice !== undefined || earned >= limit;
}

/** The one message, where one listens, when the day gives nothing more. */
export function dayOverText({ today: { earned, limit, notice } }: Earning): string {
  return earned >= limit || notice === undefined
    ? `That's your ${shortNaira(limit)} for today. Keep listening; earning restarts at midnight.`
    : notice;
}

/** A pace so slow that its end is a guess is not told. */
const MOST_DAYS = 365;

/** When the least withdrawal is reached at a pace; nothing where it is reached, or while the pace is unknown. */
export function paceText({ goal }: Pick<Earning, "goal">, tokensPerDay: number | undefined): string | undefined {
  if (goal.left === 0 || tokensPerDay === undefined || tokensPerDay <= 0) return undefined;
  const days = Math.ceil(goal.left / tokensPerDay);
  return days > MOST_DAYS
    ? "At your pace of the last week it takes more than a year to withdraw."
    : `About ${plural(days, "day")} to ${shortNaira(goal.amount)} at your pace of the last week.`;
}

function todayWords(earning: Earning): string {
  const { earned, limit } = earning.today;
  return isDayOver(earning)
    ? `${shortNaira(earned)} today, earning again at midnight`
    : `${shortNaira(earned)} of ${shortNaira(limit)} today`;
}

/** What settles counts: it is earned. What is owed is paid first. */
function goalWords({ goal, withdrawable }: Earning): string {
  const amount = shortNaira(goal.amount);
  if (goal.left > 0) return `${shortNaira(goal.left)} to your ${goal.isFirst ? "first" : "next"} ${amount}`;
  return withdrawable >= goal.amount ? `${shortNaira(withdrawable)} to withdraw` : `${amount} reached, still settling`;
}

function levelWords({ limit, steps }: NonNullable<Earning["level"]["next"]>): string {
  const open = steps.filter(({ done, of }) => done < of).length;
  const day = `${shortNaira(limit)} a day`;
  return open === 0 ? `every step to ${day} done` : `${plural(open, "step")} to ${day}`;
}
