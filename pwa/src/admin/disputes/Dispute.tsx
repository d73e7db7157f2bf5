import type { DisputeShown } from "@contract/disputes.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, plural } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Badge } from "../parts/Badge.tsx";
import type { Notice } from "../parts/notice.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { type DisputeStep, useDispute, useDisputeStep } from "./api.ts";
import { dueIn, naira, stateOf, WHAT } from "./words.ts";
import { Part } from "../parts/Part.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** One dispute: what Orin knows, what was done, and what to do. */
export function Dispute({ disputeId }: { disputeId: string }) {
  const query = useDispute(disputeId);
  const { data } = query;
  return (
    <>
      <ScreenHead
        title="Dispute"
        subtitle={data && `${WHAT[data.what]}, ${naira(data.amount)}`}
        before={<Link className="text-sm text-link underline" to="/disputes">All disputes</Link>}
      />
      {!data && (
        <LoadState query={query} count={5} label="Loading the dispute..." failure="Failed to load the dispute" />
      )}
      {data && <Shown dispute={data} />}
    </>
  );
}

const WORDS: Readonly<Record<DisputeStep["step"], { title: string; description: string; confirmLabel: string }>> = {
  accept: {
    title: "Accept the dispute?",
    description: `The payer gets the money back. Admins on two sides have to agree; then Orin tells ${PROVIDER_NAME}.`,
    confirmLabel: "Accept the dispute",
  },
  contested: {
    title: `We contested it at ${PROVIDER_NAME}`,
    description: `Say what you sent to ${PROVIDER_NAME}. The money waits until the bank has decided.`,
    confirmLabel: "Save",
  },
};

const DONE: Readonly<Record<DisputeStep["step"], string>> = {
  accept: "Proposed: an admin on another side confirms it",
  contested: "Saved: we contested it",
};

function Shown({ dispute }: { dispute: DisputeShown }) {
  const step = useDisputeStep(dispute.disputeId);
  const [asking, setAsking] = useState<DisputeStep["step"]>();
  const [notice, say] = usePassing<Notice>();
  const take = (asked: DisputeStep) => {
    setAsking(undefined);
    step.mutate(asked, {
      onSuccess: () => say({ tone: "success", text: DONE[asked.step] }),
      onError: (error) => say({ tone: "error", text: failureText(error, "That did not work") }),
    });
  };
  return (
    <div className="flex flex-col gap-6">
      {notice && <Banner tone={notice.tone}>{notice.text}</Banner>}
      {dispute.status === "open" && <Answer dispute={dispute} isBusy={step.isPending} onAsk={setAsking} />}
      <WaitingProposal
        kind="dispute_accept"
        subject={dispute.disputeId}
        onDone={(text) => say({ tone: "success", text })}
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <Part title="The dispute">
          <About dispute={dispute} />
        </Part>
        <Part title="What Orin knows">
          <Evidence dispute={dispute} />
        </Part>
      </div>
      <Part title="Timeline">
        <ul className="text-sm">
          {dispute.timeline.map(({ at, by, text, note }) => (
            <li key={`${at} ${text}`} className="border-t border-line py-2 first:border-0">
              <p className="wrap-anywhere">
                {text}
                {note && (
                  <>
                    : <bdi>{note}</bdi>
                  </>
                )}
              </p>
              <p className="text-xs text-ink-soft">{by}, {formatDateTime(at)}</p>
            </li>
          ))}
        </ul>
      </Part>
      {asking && (
        <ReasonDialog
          {...WORDS[asking]}
          label="Note"
          initial=""
          onClose={() => setAsking(undefined)}
          onConfirm={(note) => take({ step: asking, note })}
        />
      )}
    </div>
  );
}

interface AnswerProps {
  dispute: DisputeShown;
  isBusy: boolean;
  onAsk(step: DisputeStep["step"]): void;
}

function Answer({ dispute: { answer, dueAt }, isBusy, onAsk }: AnswerProps) {
  if (answer === "accepted") return <Banner tone="info">Two sides accepted it. Orin tells {PROVIDER_NAME}.</Banner>;
  return (
    <Banner tone="info">
      <p>
        {dueAt ? `${PROVIDER_NAME} wants an answer by ${formatDateTime(dueAt)}.` : `${PROVIDER_NAME} wants an answer.`}
      </p>
      <May call="POST /api/v1/admin/disputes/:id/accept">
        <div className="mt-3 flex flex-wrap gap-3">
          {answer !== "accept_proposed" && (
            <Button variant="danger" busy={isBusy} onClick={() => onAsk("accept")}>Accept the dispute</Button>
          )}
          <Button variant="quiet" busy={isBusy} onClick={() => onAsk("contested")}>
            We contested it at {PROVIDER_NAME}
          </Button>
        </div>
      </May>
    </Banner>
  );
}

function About({ dispute }: { dispute: DisputeShown }) {
  const { tone, text } = stateOf(dispute);
  const { amount, reserved, lost, reason, reference, openedAt, resolvedAt, dueAt } = dispute;
  return (
    <Facts
      facts={[
        ["State", <Badge key="state" tone={tone}>{text}</Badge>],
        ["Asked back", naira(amount)],
        ["Reserved now", naira(reserved)],
        ...lost > 0 ? [["Went back", naira(lost)] as const] : [],
        ["Reason", reason],
        ...dueAt && dispute.status === "open"
          ? [["Answer due", `${formatDateTime(dueAt)} (${dueIn(dispute, Date.now())})`] as const]
          : [],
        ["Opened", formatDateTime(openedAt)],
        ...resolvedAt ? [["Decided", formatDateTime(resolvedAt)] as const] : [],
        ["Payment", <span key="reference" className="font-mono text-xs wrap-anywhere">{reference}</span>],
      ]}
    />
  );
}

function Evidence({ dispute: { payer, payerId, artist, gift, listening } }: { dispute: DisputeShown }) {
  const { devices, sharesDevice, plays, unproven } = listening;
  return (
    <Facts
      facts={[
        [
          "Payer",
          <Link key="payer" className="text-link underline" to={`/people/${payerId}`}>{payer.name || "Left"}</Link>,
        ],
        ["Account", `${plural(payer.ageDays, "day")} old at the payment`],
        ...artist
          ? [
            [
              "Artist",
              <Link key="artist" className="text-link underline" to={`/people/${artist.userId}`}>
                {artist.name || `…${artist.userId.slice(-8)}`}
              </Link>,
            ] as const,
          ]
          : [],
        ...gift ? [["Gift", `$${gift.dollars.toFixed(2)} on ${formatDateTime(gift.at)}`] as const] : [],
        ["Devices", `${plural(devices, "device")}${sharesDevice ? ", one shared with the artist" : ""}`],
        ["Plays", unproven > 0 ? `${plays}, ${unproven} of them not delivered` : String(plays)],
      ]}
    />
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
