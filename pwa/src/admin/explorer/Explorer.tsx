import { paymentProof } from "@contract/calls/admin_payments.ts";
import type { PayoutLots } from "@contract/explorer.ts";
import { type ReactNode, useState } from "react";
import { formatDateTime, plural } from "../../lib/format.ts";
import { naira } from "../parts/columns.ts";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { CHECKED_OFFLINE, FileButton } from "../parts/FileButton.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { adminFile } from "../shell/admin_api.ts";
import { useLotPlays, usePayoutLots } from "./api.ts";
import { Proof } from "./Proof.tsx";

/** From a withdrawal to the lots that pay for it, to their plays, and to the proof of one. */
export function Explorer({ withdrawalId }: { withdrawalId: string }) {
  const [lot, setLot] = useState<string>();
  const [play, setPlay] = useState<string>();
  const open = (transferId: string) => {
    setLot(transferId);
    setPlay(undefined);
  };
  return (
    <Loaded
      query={usePayoutLots(withdrawalId)}
      count={3}
      label="Loading what pays for it..."
      failure="Failed to load what pays for this withdrawal"
    >
      {({ lots, userId }) => (
        <div className="flex flex-col gap-6">
          <Lots lots={lots} onOpen={open} />
          {lots.length > 0 && (
            <div>
              <FileButton
                isSigned
                label="Save signed proof"
                title={CHECKED_OFFLINE}
                failure="The proof could not be saved"
                save={() => adminFile(paymentProof, { id: withdrawalId })}
              />
            </div>
          )}
          {lot && <Plays key={lot} {...{ withdrawalId }} transferId={lot} onOpen={setPlay} />}
          {play && <Proof key={play} userId={userId} playId={play} />}
        </div>
      )}
    </Loaded>
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
    naira("Taken", ({ tokens }) => tokens, "end"),
    naira("Of", ({ lotTokens }) => lotTokens),
    {
      label: "Next",
      cell: ({ gift, kind, transferId }) =>
        gift
          ? (
            <>
              <PersonLink {...gift.giver} none="Erased person" /> {gift.reference}
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
              naira("Amount", ({ tokens }: { tokens: number }) => tokens, "end"),
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
