import { decideGroup, noteGroup } from "@contract/calls/trust.ts";
import type { GroupAction, GroupAnswer } from "@contract/groups.ts";
import { Link } from "react-router-dom";
import { formatDate, formatHours, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Actions, type CaseAction, useCaseSteps } from "../parts/case_steps.tsx";
import { CaseScreen, History, Part } from "../parts/CaseScreen.tsx";
import { Facts } from "../parts/Facts.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { Row, Rows } from "../parts/Rows.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { type GroupStep, useGroup, useGroupStep } from "./api.ts";
import { ACTIONS, entryWords, linkWords } from "./words.ts";

/** One group: why its accounts belong together, what is at stake, and what admins do about it. */
export function Group({ groupId }: { groupId: string }) {
  const steps = useCaseSteps(useGroupStep(groupId));
  return (
    <CaseScreen
      title={({ members }) => plural(members, "account")}
      subtitle={({ score }) => `Risk ${score} of 100`}
      back={<Link className="text-sm text-link underline" to="/groups">All groups</Link>}
      query={useGroup(groupId)}
      loading="Loading the group..."
      failure="Failed to load the group"
    >
      {(group) => (
        <>
          {steps.said}
          {group.notFrozen > 0 && (
            <Banner tone="info" action={<Actions steps={steps} actions={[newer(group)]} />}>
              {plural(group.notFrozen, "account")}{" "}
              joined after the freeze. Their rewards settle until you freeze them, too.
            </Banner>
          )}
          <WaitingProposal kind="group_decision" subject={groupId} onDone={steps.tell} />
          <Actions
            steps={steps}
            actions={[
              !group.isFrozen && deciding(group, "freeze"),
              deciding(group, "void"),
              group.isFrozen && deciding(group, "release"),
              NOTE,
            ]}
          />
          <Evidence group={group} />
          <Members group={group} />
          <History
            empty="Nobody has decided or noted anything yet."
            entries={group.history.map((entry) => ({ at: entry.at, by: entry.by, text: entryWords(entry) }))}
          />
        </>
      )}
    </CaseScreen>
  );
}

function deciding({ secondAdminAbove }: GroupAnswer, action: GroupAction): CaseAction<GroupStep> {
  const { label, title, text } = ACTIONS[action];
  const another = ` Above ${nairaOf(secondAdminAbove)} an admin on another side has to confirm it.`;
  return {
    label,
    call: decideGroup,
    variant: action === "release" ? "primary" : "danger",
    asks: { title, description: action === "freeze" ? text : `${text}${another}`, send: label },
    step: (reason) => ({ step: "decide", action, reason }),
    done: "Your decision is noted",
  };
}

/** Freezes those that joined after the freeze. */
function newer(group: GroupAnswer): CaseAction<GroupStep> {
  return { ...deciding(group, "freeze"), label: `Freeze ${plural(group.notFrozen, "newer account")}` };
}

const NOTE: CaseAction<GroupStep> = {
  label: "Write a note",
  call: noteGroup,
  variant: "quiet",
  asks: {
    title: "Write a note",
    description: "Other admins read it. It stays in the history.",
    send: "Save the note",
  },
  step: (note) => ({ step: "note", note }),
  done: "Note saved",
};

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
          facts={[
            ["Settling", nairaOf(money.settling)],
            ["Available", nairaOf(money.available)],
            ["Paid out", nairaOf(money.paid)],
          ]}
        />
      </Part>
      <Part title="Who gains">
        {artists.length === 0 && <p className="text-sm text-ink-soft">No play of theirs was counted.</p>}
        <Facts
          facts={artists.map((
            { name, share, hours },
          ) => [name, `${Math.round(share * 100)} %, ${formatHours(hours * 3_600)}`])}
        />
      </Part>
      <Part title="Day by day">
        {days.length === 0 && <p className="text-sm text-ink-soft">No play of theirs was counted.</p>}
        <Facts
          facts={days.toReversed().slice(0, 14).map((
            { day, plays, hours, tokens },
          ) => [
            formatDate(day),
            `${plural(plays, "play")}, ${formatHours(hours * 3_600)}, ${nairaOf(tokens)}`,
          ])}
        />
      </Part>
    </div>
  );
}

function Members({ group: { people } }: { group: GroupAnswer }) {
  return (
    <Part title="Members">
      <Rows>
        {people.map(({ userId, joinedAt, plays, claimedSeconds, unprovenSeconds, money, findings }) => (
          <Row key={userId} end={nairaOf(money.settling + money.available)}>
            <PersonLink userId={userId} />
            <span className="block text-xs text-ink-soft">
              Since {formatDate(joinedAt)}, {plural(plays, "play")}, {formatHours(claimedSeconds)} reported,{" "}
              {formatHours(unprovenSeconds)} unproven
            </span>
            {findings.map(({ rule, text }) => <span key={rule} className="block text-xs">{text}</span>)}
          </Row>
        ))}
      </Rows>
    </Part>
  );
}
