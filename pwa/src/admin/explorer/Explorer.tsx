import type { PayoutLots } from "@contract/explorer.ts";
import { FileCheck2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, formatTokens, plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { STATUS_WORDS } from "../payments/words.ts";
import { useLotPlays, usePayoutLots, usePayoutProof } from "./api.ts";
import { Proof } from "./Proof.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/**
 * `/explorer/:id`: from a withdrawal to the lots that pay for it, to their plays (`?lot=`) and to the proof of one
 * (`?play=`).
 */
export function Explorer() {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const query = usePayoutLots(id);
  if (!query.data) {
    return (
      <LoadState
        query={query}
        count={8}
        label="Loading what pays for it..."
        failure="Failed to load what pays for this withdrawal"
      />
    );
  }
  const { data } = query;
  const [lot, play] = [params.get("lot"), params.get("play")];
  return (
    <>
      <ScreenHead
        title="Where a payout comes from"
        subtitle={
          <>
            {formatTokens(data.amount)} tokens for{" "}
            <Link className="text-link underline" to={`/people/${data.userId}`}>{data.name || "an erased person"}</Link>
            , {STATUS_WORDS[data.status]}, requested {formatDateTime(data.requestedAt)}
          </>
        }
        before={<Link className="text-sm text-link underline" to="/approve-earnings">All payments</Link>}
      >
        {data.lots.length > 0 && <SaveProof withdrawalId={id} />}
      </ScreenHead>
      <div className="flex flex-col gap-6">
        <Lots lots={data.lots} />
        {lot && <Plays key={lot} withdrawalId={id} transferId={lot} />}
        {play && (
          <Card>
            <Proof key={play} userId={data.userId} playId={play} />
          </Card>
        )}
      </div>
    </>
  );
}

/** Saves a file with which anyone can check, without Orin, what pays for the withdrawal. */
function SaveProof({ withdrawalId }: { withdrawalId: string }) {
  const proof = usePayoutProof(withdrawalId);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        title="Anyone can check it offline, with tools/verify_bundle.mjs and the key at /.well-known/orin-audit-key. The log records it"
        icon={<FileCheck2 size={18} aria-hidden="true" />}
        busy={proof.isPending}
        busyLabel="Signing..."
        onClick={() => proof.mutate()}
      >
        Save signed proof
      </Button>
      {proof.isError && <Banner tone="error">{failureText(proof.error, "The proof could not be saved")}</Banner>}
    </>
  );
}

const KINDS = { plays: "Listening", gift: "Gift", other: "Other" } as const;

function Lots({ lots }: Pick<PayoutLots, "lots">) {
  if (lots.length === 0) {
    return <p className="text-sm text-ink-soft">The tokens of this withdrawal went back, so nothing pays for it.</p>;
  }
  return (
    <Part title={plural(lots.length, "lot")} text="First in, first out: the oldest tokens of the balance pay first.">
      <DataTable
        label="Lots"
        columns={LOTS}
        rows={lots}
        keyOf={({ transferId }) =>
          transferId}
      />
    </Part>
  );
}

const LOTS: readonly Column<PayoutLots["lots"][number]>[] = [
  { label: "Available since", cell: ({ at }) => formatDateTime(at) },
  {
    label: "Source",
    cell: ({ gift, kind, code }) =>
      gift ? `Gift by ${gift.method === "card" ? "card" : "tokens"}` : kind === "other" ? code : KINDS[kind],
  },
  { label: "Taken", isFigure: true, onPhone: "end", cell: ({ tokens }) => formatTokens(tokens) },
  { label: "Of", isFigure: true, onPhone: "named", cell: ({ lotTokens }) => formatTokens(lotTokens) },
  {
    label: "Next",
    cell: ({ gift, kind, transferId }) =>
      gift
        ? (
          <>
            <Link className="text-link underline" to={`/people/${gift.giver.userId}`}>
              {gift.giver.name || "Erased person"}
            </Link>{" "}
            {gift.reference}
          </>
        )
        : kind === "plays" && <Link className="text-link underline" to={`?lot=${transferId}`}>Plays</Link>,
  },
];

function Plays({ withdrawalId, transferId }: { withdrawalId: string; transferId: string }) {
  const list = useLotPlays(withdrawalId, transferId);
  return (
    <Part title="Plays of this lot" text="What the payout takes of each play's reward.">
      <ListBody
        query={list}
        rows={list.data?.pages.flatMap(({ plays }) => plays)}
        loading="Loading the plays..."
        failure="Failed to load the plays"
        empty="No plays."
      >
        {(plays) => (
          <DataTable
            label="Plays of this lot"
            rows={plays}
            keyOf={({ playId }) => playId}
            columns={[
              { label: "Time", cell: ({ playedAt }) => formatDateTime(playedAt) },
              { label: "Song", cell: ({ title, artist }) => `${title} · ${artist}` },
              { label: "Tokens", isFigure: true, onPhone: "end", cell: ({ tokens }) => formatTokens(tokens) },
              {
                label: "Proof",
                cell: ({ playId }) => (
                  <Link className="text-link underline" to={`?lot=${transferId}&play=${playId}`}>
                    Receipt and proof
                  </Link>
                ),
              },
            ]}
          />
        )}
      </ListBody>
    </Part>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-lg">{title}</h2>
      <p className="mb-3 text-sm text-ink-soft">{text}</p>
      {children}
    </section>
  );
}
