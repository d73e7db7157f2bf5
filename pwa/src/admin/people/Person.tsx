import { notePerson } from "@contract/calls/admin_people.ts";
import { fullName } from "@contract/full_name.ts";
import type { PersonPage } from "@contract/people.ts";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf, tokensWithNaira } from "../../lib/naira.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { TabSet } from "../../ui/TabSet.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { CaseScreen, History, Part } from "../parts/CaseScreen.tsx";
import { Code, Facts } from "../parts/Facts.tsx";
import type { Notice } from "../parts/notice.ts";
import { PersonLink } from "../parts/PersonLink.tsx";
import { Row, Rows } from "../parts/Rows.tsx";
import { useAddress } from "../parts/use_address.ts";
import { momentOf } from "../policy/policy_draft.ts";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { workAt } from "../shell/work_address.ts";
import { useNote, usePerson } from "./api.ts";
import { PersonGifts, PersonPayouts, PersonPlays } from "./PersonLists.tsx";

/** `/people/:id`: all that admins ask about one person. The chosen tab and the moment are in the address. */
export function Person() {
  const { id = "" } = useParams();
  const [{ at, tab }, set] = useAddress(["at", "tab"]);
  const [notice, say] = usePassing<string>();
  return (
    <CaseScreen
      title={({ person }) => fullName(person) || "Erased person"}
      subtitle={({ person, level }) =>
        `${person.role === "creator" ? "Creator" : "Listener"} since ${formatDate(person.createdAt)}, level ${level}`}
      back={<Link className="text-sm text-link underline" to="/users">All users</Link>}
      mark={({ person }) => <WriteNote userId={person._id} />}
      query={usePerson(id, at)}
      loading="Loading the person..."
      failure="Failed to load the person"
    >
      {(page) => (
        <>
          {notice && <Banner tone="success">{notice}</Banner>}
          <div className="flex flex-col gap-4 empty:hidden">
            {PROPOSALS.map((kind) => <WaitingProposal key={kind} kind={kind} subject={page.person._id} onDone={say} />)}
          </div>
          <PersonBalance balance={page.balance} onMoment={(moment) => set({ at: moment })} />
          <TabSet
            label="About this person"
            value={tab || "overview"}
            onChange={(chosen) => set({ tab: chosen })}
            tabs={tabsOf(page)}
          />
        </>
      )}
    </CaseScreen>
  );
}

/** What admins propose about a person. */
const PROPOSALS = ["lift_suspension", "delete_with_balance"] as const;

function tabsOf(page: PersonPage) {
  const { person: { _id: userId }, notes } = page;
  return [
    { id: "overview", label: "Overview", content: <Overview page={page} /> },
    { id: "plays", label: "Plays", content: <PersonPlays userId={userId} /> },
    { id: "gifts", label: "Gifts", content: <PersonGifts userId={userId} /> },
    { id: "payouts", label: "Payouts", content: <PersonPayouts userId={userId} /> },
    {
      id: "notes",
      label: notes.length > 0 ? `Notes (${notes.length})` : "Notes",
      content: (
        <History
          title="Notes"
          empty="No admin has written a note yet."
          entries={notes}
        />
      ),
    },
  ];
}

function WriteNote({ userId }: { userId: string }) {
  const write = useNote(userId);
  const [isOpen, setIsOpen] = useState(false);
  const [notice, say] = usePassing<Notice>();
  const save = (note: string) => {
    setIsOpen(false);
    write.mutate(note, {
      onSuccess: () => say({ tone: "success", text: "Note saved" }),
      onError: (error) => say({ tone: "error", text: failureText(error, "Failed to save the note") }),
    });
  };
  return (
    <May call={notePerson}>
      {notice && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Button variant="quiet" busy={write.isPending} onClick={() => setIsOpen(true)}>Write a note</Button>
      {isOpen && (
        <ReasonDialog
          title="Write a note"
          description="Other admins read it. It goes when the person is erased."
          send="Save the note"
          onClose={() => setIsOpen(false)}
          onConfirm={save}
        />
      )}
    </May>
  );
}

/** What the person had at a moment, and the choice of the moment. */
function PersonBalance(
  { balance: { at, available, settling, pending }, onMoment }: {
    balance: PersonPage["balance"];
    onMoment(at: string): void;
  },
) {
  return (
    <section aria-label="Balance" className="grid items-end gap-4 lg:grid-cols-[16rem_1fr]">
      <TextField
        type="datetime-local"
        label="Balance at"
        hint="Empty for now"
        onChange={(event) => onMoment(momentOf(event.target.value) ?? "")}
      />
      <div className="pb-1">
        <p className="mb-2 text-xs text-ink-soft">At {formatDateTime(at)}</p>
        <Facts
          as="columns"
          facts={[
            ["Available", tokensWithNaira(available)],
            ["Settling", tokensWithNaira(settling)],
            ["Reserved for withdrawals", tokensWithNaira(pending)],
          ]}
        />
      </div>
    </section>
  );
}

/** Who the person is, and what they use: devices, sessions, group and appeals. */
function Overview({ page }: { page: PersonPage }) {
  const { sessions, appeals } = page;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Account page={page} />
      <Devices devices={page.devices} />
      <Part title="Sessions">
        <Rows empty="Nobody is logged in.">
          {sessions.map(({ sessionId, userAgent, isAdmin, createdAt, lastSeenAt }) => (
            <Row key={sessionId} end={`seen ${formatDateTime(lastSeenAt)}`}>
              {userAgent || "Unknown browser"}
              {isAdmin && ", back office"}, since {formatDate(createdAt)}
            </Row>
          ))}
        </Rows>
      </Part>
      <Part title="Appeals">
        <Rows empty="No appeals.">
          {appeals.map(({ appealId, at, state }) => (
            <Row key={appealId} end={formatDate(at)}>
              <Link className="text-link underline" to={workAt("earnings_appeal", appealId)}>Appeal</Link>, {state}
            </Row>
          ))}
        </Rows>
      </Part>
    </div>
  );
}

function Account({ page: { person, group } }: { page: PersonPage }) {
  return (
    <Part title="Account">
      <Facts
        as="pairs"
        facts={[
          ["Email", person.email || "N/A"],
          ["Phone", person.phone || "N/A"],
          ["Address", person.address || "N/A"],
          ["Status", statusWords(person)],
          [
            "Group",
            group
              ? (
                <Link className="text-link underline" to={`/groups?group=${group.groupId}`}>
                  {plural(group.members, "linked account")}, risk {group.score} of 100
                </Link>
              )
              : "No linked accounts",
          ],
          ["Number", <Code key="id">{person._id}</Code>],
        ]}
      />
      <p className="mt-3 text-sm">
        <Link className="text-link underline" to={`/audit?subject=user:${person._id}`}>Full history</Link>
      </p>
    </Part>
  );
}

function Devices({ devices }: Pick<PersonPage, "devices">) {
  return (
    <Part title="Devices">
      <Rows empty="No device has played yet.">
        {devices.map(({ deviceId, plays, tokens, others }) => (
          <Row key={deviceId} end={nairaOf(tokens)}>
            <Code>{deviceId || "Unnamed device"}</Code>, {plural(plays, "play")}
            {others.map((userId) => (
              <span key={userId} className="ml-2">
                shared with <PersonLink userId={userId} />
              </span>
            ))}
          </Row>
        ))}
      </Rows>
    </Part>
  );
}

function statusWords({ suspension, isInvited, status }: PersonPage["person"]): string {
  if (suspension) return `Suspended: ${suspension}`;
  return isInvited && status === "active" ? "Invited as an admin, no password yet" : STATUS[status];
}

const STATUS = { active: "Verified", unverified: "Not verified", suspended: "Suspended", closing: "Deleted" } as const;
