import type { LostPayoutShown, PauseShown, PayoutPauseAnswer } from "@contract/payout_pause.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, formatFullCount, plural } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import type { Notice } from "../parts/notice.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { LostDialog } from "./LostDialog.tsx";
import { type PayoutStep, usePayouts, usePayoutStep } from "./api.ts";
import { Part } from "../parts/Part.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** `/payouts`: whether payouts may begin. Any admin can pause them; to resume them takes two. */
export function Payouts() {
  const query = usePayouts();
  const { data } = query;
  return (
    <>
      <ScreenHead
        title="Payouts"
        subtitle="Any admin can pause all payouts immediately. To resume them takes admins on two sides."
        before={<Link className="text-sm text-link underline" to="/approve-earnings">All payments</Link>}
      />
      {!data && (
        <LoadState query={query} count={4} label="Loading payouts..." failure="Failed to load the state of payouts" />
      )}
      {data && <Shown answer={data} />}
    </>
  );
}

type Asking = Exclude<PayoutStep, { step: "reconcile" }>;

function Shown({ answer }: { answer: PayoutPauseAnswer }) {
  const step = usePayoutStep();
  const [asking, setAsking] = useState<Asking>();
  const [notice, say] = usePassing<Notice>();
  const take = (asked: PayoutStep) => {
    setAsking(undefined);
    step.mutate(asked, {
      onSuccess: () => say({ tone: "success", text: DONE[asked.step] }),
      onError: (error) => say({ tone: "error", text: failureText(error, "That did not work") }),
    });
  };
  const acting = { isBusy: step.isPending, onAsk: setAsking };
  const { status, pause, lostPayouts, history } = answer;
  return (
    <div className="flex flex-col gap-6">
      {notice && <Banner tone={notice.tone}>{notice.text}</Banner>}
      {pause
        ? (
          <Paused
            pause={pause}
            onReconcile={() => take({ step: "reconcile" })}
            onDone={(text) => say({ tone: "success", text })}
            {...acting}
          />
        )
        : (
          <Card>
            <p>{status === "waiting" ? `Payouts wait for ${PROVIDER_NAME}'s lists.` : "Payouts are running."}</p>
            <May call="POST /api/v1/admin/payouts/pause">
              <Button
                className="mt-4"
                variant="danger"
                busy={step.isPending}
                onClick={() => setAsking({ step: "pause", reason: "" })}
              >
                Pause payouts
              </Button>
            </May>
          </Card>
        )}
      {lostPayouts.length > 0 && <LostPayouts payouts={lostPayouts} {...acting} />}
      <History history={history} />
      {asking?.step === "lost" && (
        <LostDialog
          onClose={() => setAsking(undefined)}
          onConfirm={(settlement) => take({ ...asking, ...settlement })}
        />
      )}
      {asking && asking.step !== "lost" && (
        <ReasonDialog
          {...WORDS[asking.step]}
          initial=""
          onClose={() => setAsking(undefined)}
          onConfirm={(reason) => take({ ...asking, reason })}
        />
      )}
    </div>
  );
}

const DONE: Readonly<Record<PayoutStep["step"], string>> = {
  pause: "Payouts are paused",
  resume: "Your proposal waits for an admin on another side",
  reconcile: "The books are reconciled",
  lost: "Your settlement waits for an admin on another side",
};

const WORDS: Readonly<
  Record<Exclude<Asking["step"], "lost">, { title: string; description: string; confirmLabel: string }>
> = {
  pause: {
    title: "Pause payouts",
    description: "No payment begins until admins on two sides resume payouts. Payments in progress continue.",
    confirmLabel: "Pause payouts",
  },
  resume: {
    title: "Propose to resume",
    description: "Say what you checked. An admin on another side has to confirm it before payments begin again.",
    confirmLabel: "Propose",
  },
};

interface Acting {
  isBusy: boolean;
  onAsk(asking: Asking): void;
}

interface PausedProps extends Acting {
  pause: PauseShown;
  onReconcile(): void;
  /** What is said once the proposal was answered. */
  onDone(said: string): void;
}

function Paused({ pause, isBusy, onAsk, onReconcile, onDone }: PausedProps) {
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
          <May call="POST /api/v1/admin/payouts/reconcile">
            <Button variant={mustReconcile ? "primary" : "quiet"} busy={isBusy} onClick={onReconcile}>
              {reconciliation ? "Reconcile again" : "Reconcile"}
            </Button>
          </May>
        </Part>
      )}
      {isProposed
        ? <WaitingProposal kind="payout_resume" subject="payouts" onDone={onDone} />
        : (
          <Part title={findings.length > 0 ? "2. Resume payouts" : "Resume payouts"}>
            <p className="mb-3 text-sm">
              {mustReconcile
                ? "First reconcile, so that both of you see what the log has lost."
                : "One admin proposes it and says why, an admin on another side confirms it."}
            </p>
            <May call="POST /api/v1/admin/payouts/resume">
              <Button busy={isBusy} disabled={mustReconcile} onClick={() => onAsk({ step: "resume", reason: "" })}>
                Propose to resume
              </Button>
            </May>
          </Part>
        )}
    </>
  );
}

function Findings({ findings }: { findings: PauseShown["findings"] }) {
  return (
    <ul className="mt-3 text-sm">
      {findings.map(({ text, amount, at }) => (
        <li
          key={text}
          className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 first:border-0"
        >
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <span className="text-ink-soft tabular-nums">
            {amount !== null && naira(amount)}
            {at && `, ${formatDateTime(at)}`}
          </span>
        </li>
      ))}
    </ul>
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

function LostPayouts({ payouts, isBusy, onAsk }: Acting & { payouts: readonly LostPayoutShown[] }) {
  return (
    <Part title="Payouts that the log has lost">
      <p className="mb-3 text-sm">
        These people were paid, and Orin still shows them the tokens. Their bank accounts are not paid again until two
        of you have settled it with them.
      </p>
      <ul className="text-sm">
        {payouts.map(({ reference, amount, status, at, isProposed }) => (
          <li
            key={reference}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2 first:border-0"
          >
            <span className="min-w-0 wrap-anywhere">
              {naira(amount)} ({status}) {at && formatDateTime(at)}
              <span className="block text-xs text-ink-soft">{reference}</span>
            </span>
            {isProposed
              ? <Link className="py-2 text-link underline" to="/proposals">Waits for an admin</Link>
              : (
                <May call="POST /api/v1/admin/payouts/lost">
                  <Button
                    size="small"
                    variant="quiet"
                    busy={isBusy}
                    onClick={() => onAsk({ step: "lost", reference, reason: "" })}
                  >
                    Settle
                  </Button>
                </May>
              )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function History({ history }: Pick<PayoutPauseAnswer, "history">) {
  return (
    <Part title="History">
      {history.length === 0 && <p className="text-sm text-ink-soft">Payouts were never paused.</p>}
      <ul className="text-sm">
        {history.map(({ at, by, text, reason }) => (
          <li key={`${at} ${text}`} className="border-t border-line py-2 first:border-0">
            <p className="wrap-anywhere">
              {text}
              {reason && (
                <>
                  : <bdi>{reason}</bdi>
                </>
              )}
            </p>
            <p className="text-xs text-ink-soft">{by}, {formatDateTime(at)}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function naira(amount: number): string {
  return `₦${formatFullCount(amount)}`;
}
