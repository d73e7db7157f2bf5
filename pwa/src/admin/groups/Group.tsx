import type { GroupAction, GroupAnswer } from "@contract/groups.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatDateTime, formatHours, formatTokens, plural } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import type { Notice } from "../parts/notice.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { type GroupStep, useGroup, useGroupStep } from "./api.ts";
import { ACTIONS, entryWords, linkWords } from "./words.ts";
import { Part } from "../parts/Part.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

const DECIDE = "POST /api/v1/admin/groups/:id/decisions";

/** One group: why its accounts belong together, what is at stake, and what admins do about it. */
export function Group({ groupId }: { groupId: string }) {
  const query = useGroup(groupId);
  const { data } = query;
  return (
    <>
      <ScreenHead
        title={data ? plural(data.members, "account") : "Group"}
        subtitle={data && `Risk ${data.score} of 100`}
        before={<Link className="text-sm text-link underline" to="/groups">All groups</Link>}
      />
      {!data && <LoadState query={query} count={8} label="Loading the group..." failure="Failed to load the group" />}
      {data && <Shown group={data} />}
    </>
  );
}

type Asking = GroupAction | "note";

function Shown({ group }: { group: GroupAnswer }) {
  const step = useGroupStep(group.groupId);
  const [asking, setAsking] = useState<Asking>();
  const [notice, say] = usePassing<Notice>();
  const done = (text: string) => say({ tone: "success", text });
  const take = (asked: GroupStep, text: string) => {
    setAsking(undefined);
    step.mutate(asked, {
      onSuccess: () => done(text),
      onError: (error) => say({ tone: "error", text: failureText(error, "That did not work") }),
    });
  };
  return (
    <div className="flex flex-col gap-6">
      {notice && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <NewerAccounts group={group} isBusy={step.isPending} onFreeze={() => setAsking("freeze")} />
      <WaitingProposal kind="group_decision" subject={group.groupId} onDone={done} />
      <div className="flex flex-wrap gap-3">
        <May call={DECIDE}>
          {!group.isFrozen && (
            <Button variant="danger" busy={step.isPending} onClick={() => setAsking("freeze")}>Freeze</Button>
          )}
          <Button variant="danger" busy={step.isPending} onClick={() => setAsking("void")}>Void</Button>
          {group.isFrozen && <Button busy={step.isPending} onClick={() => setAsking("release")}>Release</Button>}
        </May>
        <May call="POST /api/v1/admin/groups/:id/notes">
          <Button variant="quiet" onClick={() => setAsking("note")}>Write a note</Button>
        </May>
      </div>
      <Evidence group={group} />
      <Members group={group} />
      <History group={group} />
      {asking === "note" && (
        <ReasonDialog
          title="Write a note"
          description="Other admins read it. It stays in the history."
          initial=""
          confirmLabel="Save the note"
          onClose={() => setAsking(undefined)}
          onConfirm={(note) => take({ step: "note", note }, "Note saved")}
        />
      )}
      {asking && asking !== "note" && (
        <ReasonDialog
          title={ACTIONS[asking].title}
          description={`${ACTIONS[asking].text}${
            asking === "freeze"
              ? ""
              : ` Above ${formatTokens(group.secondAdminAbove)} tokens an admin on another side has to confirm it.`
          }`}
          initial=""
          confirmLabel={ACTIONS[asking].label}
          onClose={() => setAsking(undefined)}
          onConfirm={(reason) => take({ step: "decide", action: asking, reason }, "Your decision is noted")}
        />
      )}
    </div>
  );
}

/** Those that joined after the freeze. */
function NewerAccounts(
  { group: { notFrozen }, isBusy, onFreeze }: { group: GroupAnswer; isBusy: boolean; onFreeze(): void },
) {
  if (notFrozen === 0) return null;
  return (
    <Banner
      tone="info"
      action={
        <May call={DECIDE}>
          <Button variant="danger" busy={isBusy} onClick={onFreeze}>Freeze {plural(notFrozen, "newer account")}</Button>
        </May>
      }
    >
      {plural(notFrozen, "account")} joined after the freeze. Their rewards settle until you freeze them, too.
    </Banner>
  );
}

function Evidence({ group: { findings, links, money, days, artists, formerGroups } }: { group: GroupAnswer }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Part title="Why">
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          {findings.map(({ rule, text, points }) => <li key={rule}>{text} (+{points})</li>)}
          {links.map((link) => <li key={link.kind} className="text-ink-soft">{linkWords(link)}</li>)}
        </ul>
        {formerGroups.length > 0 && (
          <p className="mt-3 text-sm">{plural(formerGroups.length, "other group")} became part of this one.</p>
        )}
      </Part>
      <Part title="Money">
        <Facts
          rows={[
            ["Settling", formatTokens(money.settling)],
            ["Available", formatTokens(money.available)],
            ["Paid out", formatTokens(money.paid)],
          ]}
        />
      </Part>
      <Part title="Who gains">
        {artists.length === 0 && <p className="text-sm text-ink-soft">No play of theirs was counted.</p>}
        <Facts
          rows={artists.map((
            { name, share, hours },
          ) => [name, `${Math.round(share * 100)} %, ${formatHours(hours * 3_600)}`])}
        />
      </Part>
      <Part title="Day by day">
        {days.length === 0 && <p className="text-sm text-ink-soft">No play of theirs was counted.</p>}
        <Facts
          rows={days.toReversed().slice(0, 14).map((
            { day, plays, hours, tokens },
          ) => [
            formatDate(day),
            `${plural(plays, "play")}, ${formatHours(hours * 3_600)}, ${formatTokens(tokens)} tokens`,
          ])}
        />
      </Part>
    </div>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5 first:border-0">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Members({ group: { people } }: { group: GroupAnswer }) {
  return (
    <Part title="Members">
      <ul className="text-sm">
        {people.map(({ userId, joinedAt, plays, claimedSeconds, unprovenSeconds, money, findings }) => (
          <li key={userId} className="border-t border-line py-2 first:border-0">
            <div className="flex flex-wrap justify-between gap-x-4">
              <Link className="text-link underline" to={`/people/${userId}`}>…{userId.slice(-8)}</Link>
              <span className="tabular-nums">{formatTokens(money.settling + money.available)} tokens</span>
            </div>
            <p className="text-xs text-ink-soft">
              Since {formatDate(joinedAt)}, {plural(plays, "play")}, {formatHours(claimedSeconds)} reported,{" "}
              {formatHours(unprovenSeconds)} unproven
            </p>
            {findings.map(({ rule, text }) => <p key={rule} className="text-xs">{text}</p>)}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function History({ group: { history } }: { group: GroupAnswer }) {
  return (
    <Part title="History">
      {history.length === 0 && <p className="text-sm text-ink-soft">Nobody has decided or noted anything yet.</p>}
      <ul className="text-sm">
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.what}`} className="border-t border-line py-2 first:border-0">
            <p className="wrap-anywhere">
              <bdi>{entryWords(entry)}</bdi>
            </p>
            <p className="text-xs text-ink-soft">{entry.by}, {formatDateTime(entry.at)}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}
