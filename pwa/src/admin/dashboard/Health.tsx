import { sendMailsAgain } from "@contract/calls/admin.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { SystemHealth } from "@contract/admin_stats.ts";
import { formatNaira, koboOf } from "@contract/money.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatAgo, formatDate, formatFullCount, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Badge, type BadgeTone } from "../parts/Badge.tsx";
import { May } from "../shell/May.tsx";

/** Further behind than this, what people read is old. */
const MUCH_BEHIND = 1_000;
/** More failed log-ins in a day than people's own mistakes: an attack is likely. */
const MANY_FAILED_LOGINS = 20;
const VERIFIED_WITHIN_MS = 2 * 24 * 3_600_000;

/** How the service itself is, each line with a word about whether that is well. */
export function Health({ health }: { health: SystemHealth }) {
  const { lag, jobs, providerBalance, lastVerify, lastReconciliation, failedLogins, rewardPool } = health;
  return (
    <Card>
      <h2 className="mb-2 text-lg">System health</h2>
      <dl>
        <Line
          name="Projections"
          tone={lag.events > MUCH_BEHIND ? "bad" : "good"}
          word={lag.events > MUCH_BEHIND ? "Behind" : "Up to date"}
        >
          {lag.slowest === null
            ? `${lag.followers} followers`
            : `${lag.slowest}: ${plural(lag.events, "event")} behind`}
        </Line>
        <Line
          name="Jobs"
          tone={jobs.failed > 0 ? "bad" : "good"}
          word={jobs.failed > 0 ? `${formatFullCount(jobs.failed)} failed` : "None failed"}
        >
          {formatFullCount(jobs.waiting)} waiting, {formatFullCount(jobs.running)} running
        </Line>
        <Mails health={health} />
        <Line name="Provider balance" {...(providerBalance ? {} : { tone: "bad" as const, word: "No answer" })}>
          {providerBalance &&
            `${formatNaira(koboOf(providerBalance.amount))}, ${formatAgo(providerBalance.at).toLowerCase()}`}
        </Line>
        <Line
          name="Last verification"
          {...lastVerify && verifyMark(lastVerify)}
        >
          {lastVerify
            ? `${lastVerify.isFull ? "Full check, " : ""}${formatAgo(lastVerify.at).toLowerCase()}`
            : "Not run yet"}
        </Line>
        <Line
          name="Last reconciliation"
          {...lastReconciliation && {
            tone: lastReconciliation.differences > 0 ? "bad" : "good",
            word: lastReconciliation.differences > 0
              ? plural(lastReconciliation.differences, "difference")
              : "Books agree",
          }}
        >
          {lastReconciliation ? formatDate(lastReconciliation.day) : "The first one runs after midnight"}
        </Line>
        <FailedLogins failed={failedLogins} />
        <Line name="Reward pool left today">
          {nairaOf(rewardPool.left)} of {nairaOf(rewardPool.daily)}
        </Line>
      </dl>
    </Card>
  );
}

/** What waits and what was given up of mails and texts: it can be sent again, once its cause is mended. */
function Mails({ health: { mailsWaiting, mailsFailed, mailsHeld } }: { health: SystemHealth }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => askAsAdmin(sendMailsAgain),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
  const isWell = mailsFailed === 0 && mailsHeld === null;
  return (
    <Line
      name="Emails waiting"
      tone={isWell ? "plain" : "bad"}
      {...!isWell && { word: mailsHeld === null ? `${formatFullCount(mailsFailed)} failed` : "Held" }}
    >
      {formatFullCount(mailsWaiting)}
      {mailsHeld !== null && <span className="block text-start wrap-anywhere">{mailsHeld}</span>}
      {again.isError && (
        <span role="alert" className="block text-danger">{failureText(again.error, "That failed")}</span>
      )}
      {again.data && <span role="status" className="block">{again.data.message}</span>}
      {!isWell && !again.data && (
        <May call={sendMailsAgain}>
          <Button variant="quiet" size="small" busy={again.isPending} onClick={() => again.mutate()}>Send again</Button>
        </May>
      )}
    </Line>
  );
}

/** A fresh installation has had none yet: that is no fault, so it gets no mark. */
function verifyMark({ at, isOk }: NonNullable<SystemHealth["lastVerify"]>): Pick<LineProps, "tone" | "word"> {
  if (!isOk) return { tone: "bad", word: "Problems found" };
  const isOld = Date.now() - Date.parse(at) > VERIFIED_WITHIN_MS;
  return isOld ? { tone: "notice", word: "Due" } : { tone: "good", word: "All good" };
}

function FailedLogins({ failed: { count, lastAt } }: { failed: SystemHealth["failedLogins"] }) {
  return (
    <Line
      name="Failed admin log-ins"
      tone={count === 0 ? "good" : count > MANY_FAILED_LOGINS ? "bad" : "notice"}
      word={count === 0 ? "None" : plural(count, "failure")}
    >
      {lastAt === null
        ? "Last 24 hours"
        : (
          <Link to="/audit?type=AdminLoginFailed" className="text-accent underline underline-offset-4">
            Last one {formatAgo(lastAt).toLowerCase()}
          </Link>
        )}
    </Line>
  );
}

interface LineProps {
  name: string;
  tone?: BadgeTone;
  word?: string;
  children: ReactNode;
}

function Line({ name, tone = "plain", word, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5 last:border-0">
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-ink-soft">
        <span className="tabular-nums">{children}</span>
        {word && <Badge tone={tone}>{word}</Badge>}
      </dd>
    </div>
  );
}
