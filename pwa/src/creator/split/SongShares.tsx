import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { formatBasisPoints, type ShareShown, type SplitInvitedShown, type TrackSplit } from "@contract/splits.ts";
import { trackSplitQuery } from "../../data/splits.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Fold } from "../../ui/Fold.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import styles from "../../ui/printed.module.css";
import { toast } from "../../ui/toast.ts";
import { usePayee } from "../use_payee.ts";
import { AskDispute, DisputePanel, SettledDisputes } from "./DisputePanel.tsx";
import { ShareBar, ShareEditor } from "./ShareEditor.tsx";
import { useWithdrawProposal } from "./api.ts";

/** `/cs-split/:trackId`: who shares what a song earns, and the form that asks for a change. */
export function SongShares() {
  const { trackId = "" } = useParams();
  const query = useQuery(trackSplitQuery(trackId));
  const { data } = query;
  return (
    <>
      <PageHeader
        title="Shares"
        seed={trackId}
        before={<BackLink to="/cs-music-list">Music List</BackLink>}
        subtitle={data
          ? (
            <>
              Who gets what “<bdi>{data.title}</bdi>” earns.
            </>
          )
          : "Who gets what a song earns."}
      >
        <Button variant="quiet" icon={<Printer size={18} />} disabled={!data} onClick={() => globalThis.print()}>
          Print
        </Button>
      </PageHeader>
      {data
        ? (
          <>
            <Content split={data} />
            <SplitSheet split={data} />
          </>
        )
        : <LoadState query={query} label="Loading the shares..." failure="Failed to load the shares" />}
    </>
  );
}

function Content({ split }: { split: TrackSplit }) {
  const [isEditing, setEditing] = useState(false);
  const { proposal, shares } = split;
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Card>
        <h2 className="mb-3 text-xl">Now</h2>
        <ShareBar own={split.ownBasisPoints} shares={shares} />
        <ul aria-label="Shares in force" className="mt-4 flex flex-col divide-y divide-line">
          <li className="flex items-baseline justify-between gap-4 py-3">
            <span className="font-semibold">You</span>
            <span className="font-semibold tabular-nums">{formatBasisPoints(split.ownBasisPoints)}</span>
          </li>
          {shares.map((share) => <InForce key={share.creatorId} trackId={split.trackId} share={share} />)}
        </ul>
        {shares.length === 0 && (
          <p className="text-sm text-ink-soft">
            Everything this song earns is yours. Producers, writers and features get their part by themselves once you
            share it: gifts as they come in, royalties month by month.
          </p>
        )}
      </Card>
      {proposal && <Asked split={split} proposal={proposal} />}
      {isEditing
        ? <ShareEditor key={split.version} split={split} onDone={() => setEditing(false)} />
        : (
          <Button className="w-fit max-sm:w-full" onClick={() => setEditing(true)}>
            {shares.length === 0 && !proposal ? "Share this song" : "Change the shares"}
          </Button>
        )}
      <SettledDisputes settled={split.settled} side="owner" />
      {split.history.length > 0 && <History split={split} />}
    </div>
  );
}

function InForce({ trackId, share }: { trackId: string; share: ShareShown }) {
  const [isAsking, setAsking] = useState(false);
  const { name, basisPoints, since, isWaiting, dispute, creatorId } = share;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <bdi className="min-w-0 font-semibold wrap-anywhere">{name}</bdi>
        <span className="font-semibold tabular-nums">{formatBasisPoints(basisPoints)}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
        <span>
          {since && `Since ${formatDate(since)}`}
          {isWaiting && " · Their account is closed for now: their part waits for them"}
        </span>
        {!dispute && <Button variant="plain" onClick={() => setAsking(true)}>Dispute</Button>}
      </div>
      {dispute && <DisputePanel dispute={dispute} side="owner" other={name} />}
      {isAsking && <AskDispute trackId={trackId} creatorId={creatorId} name={name} onClose={() => setAsking(false)} />}
    </li>
  );
}

function Asked({ split, proposal }: { split: TrackSplit; proposal: NonNullable<TrackSplit["proposal"]> }) {
  const withdraw = useWithdrawProposal(split.trackId);
  const mustShrink = proposal.invited.some(({ status, basisPoints, wasBasisPoints }) =>
    status === "waiting" && basisPoints < wasBasisPoints
  );
  return (
    <Card>
      <h2 className="text-xl">What you asked for</h2>
      <p className="mt-1 mb-2 text-sm text-ink-soft">
        On {formatDate(proposal.at)}. {mustShrink
          ? "Nothing changes until everyone whose part gets smaller has accepted."
          : "Each part begins when its person accepts; until then it is yours."}
      </p>
      <ul aria-label="What you asked for" className="flex flex-col divide-y divide-line">
        {proposal.invited.map((one) => (
          <li key={one.invitationId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
            <bdi className="min-w-0 font-semibold wrap-anywhere">{one.name}</bdi>
            <span className="font-semibold tabular-nums">
              {one.wasBasisPoints > 0 && one.wasBasisPoints !== one.basisPoints &&
                `${formatBasisPoints(one.wasBasisPoints)} → `}
              {formatBasisPoints(one.basisPoints)}
            </span>
            <span className="w-full text-sm text-ink-soft">{ANSWERS[one.status]}</span>
          </li>
        ))}
      </ul>
      {withdraw.isError && <Banner tone="error">{failureText(withdraw.error, "Failed to withdraw")}</Banner>}
      <Button
        variant="quiet"
        size="small"
        className="mt-2"
        busy={withdraw.isPending}
        busyLabel="Withdrawing..."
        onClick={() =>
          withdraw.mutate(proposal.proposalId, { onSuccess: () => void toast("No longer asked for", "success") })}
      >
        Withdraw what waits
      </Button>
    </Card>
  );
}

function History({ split }: { split: TrackSplit }) {
  return (
    <Fold title="Earlier shares">
      <ol className="flex flex-col divide-y divide-line text-sm">
        {split.history.map(({ at, ownBasisPoints, shares }) => (
          <li key={at} className="py-2">
            <p className="font-semibold">From {formatDate(at)}</p>
            <p className="text-ink-soft">
              You {formatBasisPoints(ownBasisPoints)}
              {shares.map(({ name, basisPoints }, index) => (
                <span key={index}>
                  , <bdi>{name}</bdi> {formatBasisPoints(basisPoints)}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ol>
    </Fold>
  );
}

/** A song's shares for paper: who has which part since when, what is asked for, and what was before. */
function SplitSheet({ split }: { split: TrackSplit }) {
  const owner = usePayee();
  const { title, trackId, version, ownBasisPoints, shares, proposal, history } = split;
  return (
    <section aria-label={`Shares of ${title}, for paper`} className={`${styles.sheet} ${styles.onPaper}`}>
      <p className="text-xl font-bold">Orin</p>
      <p>Shares of a song's income, printed {formatDateTime(Date.now())} (Lagos time)</p>
      <h1 className="mt-4 text-2xl font-bold wrap-anywhere">
        <bdi>{title}</bdi>
      </h1>
      <p className="text-sm wrap-anywhere">
        Owner: {owner}. Song {trackId}. Version {version} of its shares.
      </p>
      <h2 className="mt-6 mb-2 text-lg font-bold">In force</h2>
      <Table heads={["Person", "Share", "In force since"]}>
        {[
          ["Owner", formatBasisPoints(ownBasisPoints), ""],
          ...shares.map(({ name, basisPoints, since, dispute }) => [
            name,
            `${formatBasisPoints(basisPoints)}${dispute ? ", disputed" : ""}`,
            since ? formatDateTime(since) : "",
          ]),
        ]}
      </Table>
      {proposal && (
        <>
          <h2 className="mt-6 mb-2 text-lg font-bold">Asked for on {formatDateTime(proposal.at)}</h2>
          <Table heads={["Person", "Share", "Answer"]}>
            {proposal.invited.map(({ name, basisPoints, status }) => [
              ...[name, formatBasisPoints(basisPoints), ANSWERS[status]],
            ])}
          </Table>
        </>
      )}
      {history.length > 0 && (
        <>
          <h2 className="mt-6 mb-2 text-lg font-bold">Earlier shares</h2>
          <Table heads={["From", "Shares"]}>
            {history.map(({ at, ownBasisPoints: own, shares: then }) => [
              formatDateTime(at),
              [["Owner", own] as const, ...then.map(({ name, basisPoints }) => [name, basisPoints] as const)]
                .map(([name, basisPoints]) => `${name} ${formatBasisPoints(basisPoints)}`).join(", "),
            ])}
          </Table>
        </>
      )}
      <p className="mt-6 text-sm">
        Each part divides what comes in from the moment it is in force. A first part, or a smaller one, begins only once
        its person has accepted it.
      </p>
    </section>
  );
}

interface TableProps {
  heads: readonly string[];
  children: readonly (readonly string[])[];
}

function Table({ heads, children: rows }: TableProps) {
  return (
    <table className="w-full text-left text-sm tabular-nums">
      <thead>
        <tr className="border-b">
          {heads.map((head) => <th key={head} scope="col" className="py-1.5 pr-4 font-semibold">{head}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row} className="border-b align-top">
            {cells.map((cell, index) => (
              <td key={index} className="py-1.5 pr-4 wrap-anywhere">
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a person who was asked for a share has answered. */
const ANSWERS = {
  waiting: "Has not answered yet",
  accepted: "Accepted",
  declined: "Declined",
  unchanged: "No answer needed",
} as const satisfies Record<SplitInvitedShown["status"], string>;
