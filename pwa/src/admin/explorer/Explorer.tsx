import type { PayoutLots } from "@contract/explorer.ts";
import { FileCheck2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { useLotPlays, usePayoutLots, usePayoutProof } from "./api.ts";
import { Proof } from "./Proof.tsx";

/** From a withdrawal to the lots that pay for it, to their plays, and to the proof of one. */
export function Explorer({ withdrawalId }: { withdrawalId: string }) {
  const query = usePayoutLots(withdrawalId);
  const [lot, setLot] = useState<string>();
  const [play, setPlay] = useState<string>();
  if (!query.data) {
    return (
      <LoadState
        query={query}
        count={3}
        label="Loading what pays for it..."
        failure="Failed to load what pays for this withdrawal"
      />
    );
  }
  const { lots, userId } = query.data;
  const open = (transferId: string) => {
    setLot(transferId);
    setPlay(undefined);
  };
  return (
    <div className="flex flex-col gap-6">
      <Lots lots={lots} onOpen={open} />
      {lots.length > 0 && (
        <div>
          <SaveProof withdrawalId={withdrawalId} />
        </div>
      )}
      {lot && <Plays key={lot} {...{ withdrawalId }} transferId={lot} onOpen={setPlay} />}
      {play && <Proof key={play} userId={userId} playId={play} />}
    </div>
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

interface Opening {
  onOpen(id: string): void;
}

function Opener({ onPress, children }: { onPress(): void; children: ReactNode }) {
  return <button type="button" className="min-h-8 text-link underline" onClick={onPress}>{children}</button>;
}

const KINDS = { plays: "Listening", gift: "Gift", other: "Other" } as const;

function Lots({ lots, onOpen }: Pick<PayoutLots, "lots"> & Opening) {
  if (lots.length === 0) {
    return <p className="text-sm text-ink-soft">The tokens of this withdrawal went back, so nothing pays for it.</p>;
  }
  return (
    <Part title={plural(lots.length, "lot")} text="First in, first out: the oldest tokens of the balance pay first.">
      <DataTable
        label="Lots"
        columns={lotColumns(onOpen)}
        rows={lots}
        keyOf={({ transferId }) =>
          transferId}
      />
    </Part>
  );
}

function lotColumns(onOpen: Opening["onOpen"]): readonly Column<PayoutLots["lots"][number]>[] {
  return [
    { label: "Available since", cell: ({ at }) => formatDateTime(at) },
    {
      label: "Source",
      cell: ({ gift, kind, code }) =>
        gift ? `Gift by ${gift.method === "card" ? "card" : "tokens"}` : kind === "other" ? code : KINDS[kind],
    },
    { label: "Taken", isFigure: true, onPhone: "end", cell: ({ tokens }) => nairaOf(tokens) },
    { label: "Of", isFigure: true, onPhone: "named", cell: ({ lotTokens }) => nairaOf(lotTokens) },
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
          : kind === "plays" && <Opener onPress={() => onOpen(transferId)}>Plays</Opener>,
    },
  ];
}

function Plays({ withdrawalId, transferId, onOpen }: Opening & { withdrawalId: string; transferId: string }) {
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
              { label: "Amount", isFigure: true, onPhone: "end", cell: ({ tokens }) => nairaOf(tokens) },
              {
                label: "Proof",
                cell: ({ playId }) => <Opener onPress={() => onOpen(playId)}>Receipt and proof</Opener>,
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
      <h3 className="text-base">{title}</h3>
      <p className="mb-3 text-sm text-ink-soft">{text}</p>
      {children}
    </section>
  );
}
