import { approvePayment } from "@contract/calls/admin_payments.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDate, formatDateTime, formatFullCount } from "../../lib/format.ts";
import { nairaOf, tokensWithNaira } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Explorer } from "../explorer/Explorer.tsx";
import { Badge } from "../parts/Badge.tsx";
import { figure, naira } from "../parts/columns.ts";
import { LateFold } from "../parts/LateFold.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { May } from "../shell/May.tsx";
import { useAdminSession } from "../shell/session.ts";
import { paymentFailure, useCaseFile } from "./api.ts";
import { CaseGifts } from "./CaseGifts.tsx";
import { CaseListening } from "./CaseListening.tsx";
import { CasePerson } from "./CasePerson.tsx";
import { type PaymentActionsProps, useDecide } from "./PaymentActions.tsx";
import { RISK_TONES } from "./Marks.tsx";
import { DECISION_WORDS, isWaiting, RISK_WORDS, STATUS_WORDS } from "./words.ts";
import type { CaseFile, Risk } from "@contract/cases.ts";
import { DataTable } from "../parts/DataTable.tsx";

type CasePanelProps = Pick<PaymentActionsProps, "payment" | "onOutcome">;

/** The case file of a request: what speaks for and against paying it, and its approval. Opening it is recorded. */
export function CasePanel({ payment, onOutcome }: CasePanelProps) {
  const { decidedOn } = payment;
  const [isNow, setNow] = useState(decidedOn === undefined);
  return (
    <Loaded
      query={useCaseFile(payment._id, isNow ? undefined : decidedOn)}
      shape="text"
      count={5}
      label="Loading the case file..."
      failure={(error) => paymentFailure(error, "Failed to load the case file")}
    >
      {({ caseFile, hash, names }) => (
        <section
          aria-label={`Case file of ${payment.userId.username}`}
          className="flex animate-enter flex-col gap-6 rounded-lg border border-line bg-surface p-4 sm:p-5"
        >
          {decidedOn !== undefined && <Version isNow={isNow} onChange={() => setNow(!isNow)} />}
          {caseFile.approvalsNeeded > 1 && caseFile.admins < 2 && (
            <Banner tone="info">
              This amount needs admins on two sides, but there is only one side. The operator names a second founding
              owner.
            </Banner>
          )}
          <RiskBox risk={caseFile.risk} />
          <CasePerson caseFile={caseFile} names={names} />
          <CaseMoney caseFile={caseFile} />
          {caseFile.gifts && <CaseGifts gifts={caseFile.gifts} names={names} />}
          <CaseListening listening={caseFile.listening} names={names} />
          <CaseHistory caseFile={caseFile} />
          <LateFold title="Which plays and gifts pay for it">
            <Explorer withdrawalId={payment._id} />
          </LateFold>
          <p className="text-xs text-ink-soft">
            Shown {formatDateTime(caseFile.shownAt)}.{(isWaiting(payment.status) || payment.status === "uncertain") &&
              " This version is stored with your decision:"}{" "}
            <code className="font-mono break-all" title="SHA-256 of this case file">{hash}</code>
          </p>
          <May call={approvePayment}>
            <Approval payment={payment} onOutcome={onOutcome} />
          </May>
        </section>
      )}
    </Loaded>
  );
}

/** Of a decided payment: which case file is shown. */
function Version({ isNow, onChange }: { isNow: boolean; onChange(): void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-ink-soft">
        {isNow ? "As it is now, not as it was decided on." : "As it was when it was decided."}
      </p>
      <Button variant="quiet" size="small" onClick={onChange}>
        {isNow ? "Show what was decided on" : "Show it as it is now"}
      </Button>
    </div>
  );
}

/** In sight while the file is read; nothing where this admin has approved it, or it is decided. */
function Approval({ payment, onOutcome }: CasePanelProps) {
  const adminId = useAdminSession()?.userId ?? "";
  // The case file is before them.
  const { decide, running } = useDecide({ payment, onOutcome, onOpenCase: () => undefined });
  const { amount, approvals, bankDetails: { bankName, accountNumber }, status, userId } = payment;
  if (!isWaiting(status) || approvals.includes(adminId)) return null;
  return (
    <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-b-lg border-t border-line bg-surface px-4 py-3 sm:-mx-5 sm:-mb-5 sm:px-5">
      <p className="text-sm">
        <strong className="tabular-nums">{tokensWithNaira(amount)}</strong> to {userId.username}, {bankName}{" "}
        {accountNumber.slice(-10)}
      </p>
      <Button
        size="small"
        busy={running !== undefined}
        busyLabel="Processing..."
        onClick={() => decide({ kind: "approve" })}
      >
        Approve payment
      </Button>
    </div>
  );
}

/** The score, and in plain words what it is made of. */
function RiskBox({ risk: { score, level, reasons } }: { risk: Risk }) {
  return (
    <div>
      <h2 className="flex flex-wrap items-center gap-3 text-lg">
        Risk
        <Badge tone={RISK_TONES[level]}>{RISK_WORDS[level]}: {score} of 100</Badge>
      </h2>
      {reasons.length === 0
        ? <p className="mt-2 text-sm text-ink-soft">No warning signs: no rule applies to this request.</p>
        : (
          <ul className="mt-2 flex flex-col gap-1.5 text-sm">
            {reasons.map(({ code, points, text }) => (
              <li key={code} className="flex gap-3">
                <span className="w-9 shrink-0 text-right font-bold text-ink-soft tabular-nums">+{points}</span>
                <span className="min-w-0">{text}</span>
              </li>
            ))}
          </ul>
        )}
      <p className="mt-2 text-xs text-ink-soft">The score does not decide: it shows you where to look.</p>
    </div>
  );
}

type Source = CaseFile["sources"][number];
const TOTAL = "total";

/** Where the tokens came from and went: the sum is what the user has. */
function CaseMoney({ caseFile: { sources, balance, rewards } }: { caseFile: CaseFile }) {
  const { available, reserved, settling = 0 } = balance;
  const now = `In the balance now (${nairaOf(reserved)} reserved${
    settling > 0 ? `, ${nairaOf(settling)} settle` : ""
  })`;
  const areEqual = rewards.booked === rewards.fromPlays;
  return (
    <div>
      <h2 className="mb-3 text-lg">Where the tokens came from</h2>
      <div className="max-w-xl">
        <DataTable<Pick<Source, "label" | "tokens"> & { kind: string; count?: number }>
          label="Everything paid into and out of this balance"
          rows={[...sources, { kind: TOTAL, label: now, tokens: available + reserved + settling }]}
          keyOf={({ kind }) => kind}
          isTotal={({ kind }) => kind === TOTAL}
          columns={[
            { label: "Kind", wraps: true, cell: ({ label }) => label },
            figure("Times", ({ count }) => count !== undefined && formatFullCount(count)),
            naira("Amount", ({ tokens }) => tokens, "end"),
          ]}
        />
      </div>
      {(rewards.booked > 0 || !areEqual) && (
        <p className="mt-2 text-sm text-ink-soft">
          {areEqual
            ? `The plays below add up to the ${nairaOf(rewards.booked)} of rewards in the ledger.`
            : `The ledger has ${nairaOf(rewards.booked)} of rewards, but the plays below add up to ${
              nairaOf(rewards.fromPlays)
            }.`}
        </p>
      )}
    </div>
  );
}

/** The admins' decisions on this request and on the user's earlier ones. */
function CaseHistory({ caseFile: { reviews, earlier, withdrawalId } }: { caseFile: CaseFile }) {
  return (
    <div>
      <h2 className="mb-3 text-lg">Decisions</h2>
      {reviews.length === 0
        ? <p className="text-sm text-ink-soft">No decision yet.</p>
        : <ReviewList reviews={reviews} />}
      <h3 className="mt-4 mb-2 text-base">Earlier requests</h3>
      {earlier.length === 0 && <p className="text-sm text-ink-soft">This is the user's first request.</p>}
      <ul className="flex flex-col gap-2 text-sm">
        {earlier.map((one) => (
          <li key={one.withdrawalId}>
            {nairaOf(one.amount)} on {formatDate(one.requestedAt)}: {STATUS_WORDS[one.status]}
            {one.sameAccount ? ", same bank account" : ", different bank account"}
            <ReviewList reviews={one.reviews} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link to={`/audit?subject=withdrawal:${withdrawalId}`} className="text-link underline underline-offset-2">
          Full history of this request
        </Link>
      </p>
    </div>
  );
}

function ReviewList({ reviews }: Pick<CaseFile, "reviews">) {
  return (
    <ul className="flex flex-col gap-1 text-sm text-ink-soft">
      {reviews.map(({ adminId, adminName, decision, reason, at, caseHash, isLeftClosed }) => (
        <li key={at + adminId}>
          {adminName || "An admin"} {DECISION_WORDS[decision]}
          {isLeftClosed && " without opening the case file"} on {formatDateTime(at)}
          {reason !== "" && `: “${reason}”`}
          {caseHash !== "" && (
            <span title={`Case file ${caseHash}`} className="ml-1">
              ({isLeftClosed ? "unopened case file" : "case file"}{" "}
              <code className="font-mono">{caseHash.slice(0, 8)}</code>)
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
