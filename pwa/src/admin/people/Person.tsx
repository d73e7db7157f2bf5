import { notePerson } from "@contract/calls/admin_people.ts";
import { fullName } from "@contract/full_name.ts";
import type { PersonPage } from "@contract/people.ts";
import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { TabSet } from "../../ui/TabSet.tsx";
import type { Notice } from "../parts/notice.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { useNote, usePerson } from "./api.ts";
import { PersonGifts, PersonPayouts, PersonPlays } from "./PersonLists.tsx";
import { PersonOverview } from "./PersonOverview.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { tokensWithNaira } from "../../lib/naira.ts";
import { TextField } from "../../ui/TextField.tsx";
import { Facts } from "../parts/Facts.tsx";
import { momentOf } from "../policy/policy_draft.ts";

/** `/people/:id`: all that admins ask about one person. The chosen tab and the moment are in the address. */
export function Person() {
  const { id = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const [at, tab] = [params.get("at") ?? "", params.get("tab") ?? "overview"];
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  const query = usePerson(id, at);
  if (!query.data) {
    return <LoadState query={query} count={8} label="Loading the person..." failure="Failed to load the person" />;
  }
  const { data } = query;
  return (
    <Shown
      page={data}
      tab={tab}
      onTab={(chosen) => change("tab", chosen)}
      onMoment={(moment) => change("at", moment)}
    />
  );
}

/** What admins propose about a person. */
const PROPOSALS = ["lift_suspension", "delete_with_balance"] as const;

interface ShownProps {
  page: PersonPage;
  tab: string;
  onTab(tab: string): void;
  onMoment(at: string): void;
}

function Shown({ page, tab, onTab, onMoment }: ShownProps) {
  const { person, level } = page;
  const userId = person._id;
  const name = fullName(person);
  const [notice, say] = usePassing<string>();
  return (
    <>
      <ScreenHead
        title={name || "Erased person"}
        subtitle={`${person.role === "creator" ? "Creator" : "Listener"} since ${
          formatDate(person.createdAt)
        }, level ${level}`}
        before={<Link className="text-sm text-link underline" to="/users">All users</Link>}
      >
        <WriteNote userId={userId} />
      </ScreenHead>
      {notice && <Banner tone="success" className="mb-5">{notice}</Banner>}
      <div className="mb-6 flex flex-col gap-4 empty:hidden">
        {PROPOSALS.map((kind) => <WaitingProposal key={kind} kind={kind} subject={userId} onDone={say} />)}
      </div>
      <PersonBalance balance={page.balance} onMoment={onMoment} />
      <TabSet
        label="About this person"
        value={tab}
        onChange={onTab}
        tabs={[
          { id: "overview", label: "Overview", content: <PersonOverview page={page} /> },
          { id: "plays", label: "Plays", content: <PersonPlays userId={userId} /> },
          { id: "gifts", label: "Gifts", content: <PersonGifts userId={userId} /> },
          { id: "payouts", label: "Payouts", content: <PersonPayouts userId={userId} /> },
          {
            id: "notes",
            label: page.notes.length > 0 ? `Notes (${page.notes.length})` : "Notes",
            content: <Notes notes={page.notes} />,
          },
        ]}
      />
    </>
  );
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

function Notes({ notes }: { notes: PersonPage["notes"] }) {
  if (notes.length === 0) return <p className="text-sm text-ink-soft">No admin has written a note yet.</p>;
  return (
    <ul aria-label={plural(notes.length, "note")} className="text-sm">
      {notes.map(({ at, by, text }) => (
        <li key={at} className="border-t border-line py-2 first:border-0">
          <p className="wrap-anywhere whitespace-pre-line">
            <bdi>{text}</bdi>
          </p>
          <p className="text-xs text-ink-soft">{by}, {formatDate(at)}</p>
        </li>
      ))}
    </ul>
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
    <section aria-label="Balance" className="mb-4 grid items-end gap-4 lg:grid-cols-[16rem_1fr]">
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
