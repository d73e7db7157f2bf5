import {
  pausePayouts,
  reconcilePayouts,
  resumePayouts,
  settleUnrecordedPayout,
} from "@contract/calls/admin_payments.ts";
import type { LostPayoutShown, PauseShown } from "@contract/payout_pause.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Actions, type CaseAction, type CaseSteps, useCaseSteps } from "../parts/case_steps.tsx";
import { CaseScreen, History, Part } from "../parts/CaseScreen.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { Row, Rows } from "../parts/Rows.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { workAt } from "../shell/work_address.ts";
import { type PayoutStep, usePayouts, usePayoutStep } from "./api.ts";

const PAUSE: CaseAction<PayoutStep> = {
  label: "Pause payouts",
  call: pausePayouts,
  variant: "danger",
  asks: {
    title: "Pause payouts",
    description: "No payment begins until admins on two sides resume payouts. Payments in progress continue.",
    send: "Pause payouts",
  },
  step: (reason) => ({ step: "pause", reason }),
  done: "Payouts are paused",
};

const RESUME: CaseAction<PayoutStep> = {
  label: "Propose to resume",
  call: resumePayouts,
  asks: {
    title: "Propose to resume",
    description: "Say what you checked. An admin on another side has to confirm it before payments begin again.",
    send: "Propose",
  },
  step: (reason) => ({ step: "resume", reason }),
  done: "Your proposal waits for an admin on another side",
};

/** Whether payouts may begin. Any admin can pause them; to resume them takes two. */
export function Payouts() {
  const steps = useCaseSteps(usePayoutStep());
  return (
    <Loaded query={usePayouts()} count={4} label="Loading payouts..." failure="Failed to load the state of payouts">
      {({ status, pause, lostPayouts, history }) => (
        <div className="flex flex-col gap-6">
          {steps.said}
          {pause ? <Paused pause={pause} steps={steps} /> : (
            <Card className="flex flex-col gap-4">
              <p>{status === "waiting" ? `Payouts wait for ${PROVIDER_NAME}'s lists.` : "Payouts are running."}</p>
              <Actions steps={steps} actions={[PAUSE]} />
            </Card>
          )}
          {lostPayouts.length > 0 && <LostPayouts payouts={lostPayouts} steps={steps} />}
          <History
            empty="Payouts were never paused."
            entries={history.map(({ reason, ...entry }) => ({ ...entry, words: reason }))}
          />
        </div>
      )}
    </Loaded>
  );
}

/** A payout that the log has lost. */
export function LostPayout({ reference }: { reference: string }) {
  const query = usePayouts();
  const steps = useCaseSteps(usePayoutStep());
  const payouts = query.data?.lostPayouts.filter((one) => one.reference === reference);
  if (payouts?.length === 0) return <ScreenHead title="Lost payout" subtitle="It is settled." />;
  return (
    <CaseScreen
      title="Lost payout"
      query={{ ...query, data: payouts }}
      loading="Loading the payout..."
      failure="Failed to load the payout"
    >
      {(found) => (
        <>
          {steps.said}
          <LostPayouts payouts={found} steps={steps} />
        </>
      )}
    </CaseScreen>
  );
}

interface Acting {
  steps: CaseSteps<PayoutStep>;
}

function Paused({ pause, steps }: Acting & { pause: PauseShown }) {
  const { at, by, reason, findings, reconciliation, isProposed } = pause;
  const mustReconcile = findings.length > 0 && !reconciliation;
  return (
    <>
      <Part title={`Paused by ${by ?? "Orin"} on ${formatDateTime(at)}`}>
        <p className="text-sm wrap-anywhere">
          <bdi>{reason}</bdi>
        </p>
        {findings.length > 0 && <Findings findings={findings} />}
      </Part>
      {findings.length > 0 && (
        <Part title={`1. Reconcile with ${PROVIDER_NAME}`}>
          <p className="mb-3 text-sm">
            Orin compares its books with {PROVIDER_NAME}'s from the day before the loss. It pays nobody on the way.
          </p>
          {reconciliation && <Reconciled reconciliation={reconciliation} />}
          <May call={reconcilePayouts}>
            <Button
              variant={mustReconcile ? "primary" : "quiet"}
              busy={steps.isBusy}
              onClick={() => steps.take({ step: "reconcile" }, "The books are reconciled")}
            >
              {reconciliation ? "Reconcile again" : "Reconcile"}
            </Button>
          </May>
        </Part>
      )}
      {isProposed
        ? <WaitingProposal kind="payout_resume" subject="payouts" onDone={steps.tell} />
        : (
          <Part title={findings.length > 0 ? "2. Resume payouts" : "Resume payouts"}>
            <p className="mb-3 text-sm">
              {mustReconcile
                ? "First reconcile, so that both of you see what the log has lost."
                : "One admin proposes it and says why, an admin on another side confirms it."}
            </p>
            <Actions steps={steps} actions={[{ ...RESUME, disabled: mustReconcile }]} />
          </Part>
        )}
    </>
  );
}

function Findings({ findings }: { findings: PauseShown["findings"] }) {
  return (
    <Rows>
      {findings.map(({ text, amount, at }) => (
        <Row key={text} end={[amount !== null && nairaOf(amount), at && formatDateTime(at)].filter(Boolean).join(", ")}>
          {text}
        </Row>
      ))}
    </Rows>
  );
}

function Reconciled({ reconciliation }: { reconciliation: NonNullable<PauseShown["reconciliation"]> }) {
  const { at, from, payouts, charges, differences } = reconciliation;
  return (
    <div className="mb-4 text-sm">
      <p>
        {formatDateTime(at)}: {plural(payouts, "payout")} and {plural(charges, "payment")} since {formatDateTime(from)}.
        {" "}
        {differences.length === 0 ? "Both books say the same." : `${plural(differences.length, "difference")}:`}
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {differences.map((text) => <li key={text} className="wrap-anywhere">{text}</li>)}
      </ul>
    </div>
  );
}

function LostPayouts({ payouts, steps }: Acting & { payouts: readonly LostPayoutShown[] }) {
  const [settling, setSettling] = useState<string>();
  return (
    <Part title="Payouts that the log has lost">
      <p className="mb-3 text-sm">
        These people were paid, and Orin still shows them the tokens. Their bank accounts are not paid again until two
        of you have settled it with them.
      </p>
      <Rows>
        {payouts.map(({ reference, amount, status, at, isProposed }) => (
          <Row
            key={reference}
            end={isProposed
              ? <Link className="py-2 text-link underline" to={workAt("proposal")}>Waits for an admin</Link>
              : (
                <May call={settleUnrecordedPayout}>
                  <Button size="small" variant="quiet" busy={steps.isBusy} onClick={() => setSettling(reference)}>
                    Settle
                  </Button>
                </May>
              )}
          >
            {nairaOf(amount)} ({status}) {at && formatDateTime(at)}
            <span className="block text-xs text-ink-soft">{reference}</span>
          </Row>
        ))}
      </Rows>
      {settling !== undefined && (
        <LostDialog
          onClose={() => setSettling(undefined)}
          onConfirm={(settlement) => {
            setSettling(undefined);
            steps.take(
              { step: "lost", reference: settling, ...settlement },
              "Your settlement waits for an admin on another side",
            );
          }}
        />
      )}
    </Part>
  );
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface LostDialogProps {
  onClose(): void;
  onConfirm(settlement: { reason: string; userId?: string }): void;
}

/** Asks how a lost payout was settled, and whom it paid: an address of their page in the back office will do. */
function LostDialog({ onClose, onConfirm }: LostDialogProps) {
  const [person, setPerson] = useState("");
  const [isTried, setTried] = useState(false);
  const userId = person.trim().split("/").at(-1)?.toLowerCase() ?? "";
  const isWrong = person.trim() !== "" && !ID.test(userId);
  return (
    <ReasonDialog
      title="Settle this payout"
      description="Say how you settled it with the person. An admin on another side has to confirm it."
      send="It is settled"
      onClose={onClose}
      areOthersRight={() => {
        setTried(true);
        return !isWrong;
      }}
      onConfirm={(reason) => onConfirm({ reason, ...(userId !== "" && { userId }) })}
    >
      <TextField
        label="Take it from"
        hint="The user's id, or the address of their page. They owe what they no longer have. Leave it empty if they paid it back."
        value={person}
        error={isTried && isWrong && "That is not a user's id"}
        onChange={(event) => setPerson(event.target.value)}
      />
    </ReasonDialog>
  );
}
