import type { SplitInput } from "@contract/requests/splits.ts";
import {
  formatBasisPoints,
  LEAST_OWN_BASIS_POINTS,
  MOST_COLLABORATORS_OF_TRACK,
  type TrackSplit,
  WHOLE,
} from "@contract/splits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { trackSplitQuery } from "../../data/splits.ts";
import { failureText, hasCode } from "../../lib/api_error.ts";
import { useBusy } from "../../lib/busy.ts";
import { Form } from "../../ui/Form.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { useProposeSplit } from "./api.ts";
import { PersonPicker } from "./PersonPicker.tsx";
import { basisPointsOf, percentOf } from "../../lib/percent.ts";
import { ShareBar } from "./ShareBar.tsx";

/** A person in the form: an artist here, or an address. */
interface Row {
  key: string;
  creatorId: string;
  email: string;
  name: string;
  typed: string;
}

/** The form with all parts: what is asked for already, else what is in force. */
function rowsOf({ proposal, shares }: TrackSplit): Row[] {
  const people = proposal?.invited.filter(({ basisPoints, status }) => basisPoints > 0 && status !== "declined") ??
    shares.map((share) => ({ ...share, isAddress: false }));
  return people.map(({ creatorId, name, basisPoints, isAddress }) => ({
    key: creatorId || name,
    ...{ creatorId, name, typed: percentOf(basisPoints) },
    email: isAddress ? name : "",
  }));
}

/** Parts of everybody; the owner's is the rest. */
export function ShareEditor({ split, onDone }: { split: TrackSplit; onDone(): void }) {
  const [rows, setRows] = useState(() => rowsOf(split));
  const [isTried, setTried] = useState(false);
  const propose = useProposeSplit(split.trackId);
  useBusy("typing", true);
  const points = rows.map(({ typed }) => basisPointsOf(typed));
  const own = WHOLE - points.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const isRight = own >= LEAST_OWN_BASIS_POINTS && points.every((one) => one !== undefined && one > 0);
  const submit = () => {
    setTried(true);
    if (!isRight) return;
    const shares = rows.map(({ creatorId, email }, index) => ({
      ...(creatorId ? { creatorId } : { email }),
      basisPoints: points[index] ?? 0,
    }));
    const body: SplitInput = { version: split.version, ownBasisPoints: own, shares };
    propose.mutate(body, {
      onSuccess: () => {
        onDone();
        void toast("Saved. Everyone who has to answer was asked.", "success");
      },
    });
  };
  return (
    <Card>
      <Form onSubmit={submit} className="gap-4">
        <h2 className="text-xl">Parts from now on</h2>
        <ShareBar
          own={Math.max(0, own)}
          shares={rows.map(({ key, name }, index) => ({ creatorId: key, name, basisPoints: points[index] ?? 0 }))}
        />
        <div className="flex items-baseline justify-between gap-4" aria-live="polite">
          <span className="font-semibold">You keep</span>
          <span className="font-semibold tabular-nums">{own >= 0 ? formatBasisPoints(own) : "less than nothing"}</span>
        </div>
        <People rows={rows} isTried={isTried} onChange={setRows} />
        {own < LEAST_OWN_BASIS_POINTS && <Banner tone="error">Keep at least 1 % yourself.</Banner>}
        {propose.isError && <Refused error={propose.error} trackId={split.trackId} />}
        <p className="text-sm text-ink-soft">
          People get an email and a message. A new part begins when its person accepts; a smaller one needs the yes of
          the person who has it. What came in before stays as it was divided.
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" disabled={propose.isPending} onClick={onDone}>Cancel</Button>
          <Button type="submit" busy={propose.isPending} busyLabel="Saving...">Ask for these parts</Button>
        </div>
      </Form>
    </Card>
  );
}

interface PeopleProps {
  rows: readonly Row[];
  /** Whether missing fields show an error. */
  isTried: boolean;
  onChange(rows: Row[]): void;
}

function People({ rows, isTried, onChange }: PeopleProps) {
  return (
    <>
      <ul aria-label="People" className="flex flex-col gap-3">
        {rows.map((row) => (
          <li key={row.key} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                label={row.name}
                inputMode="decimal"
                autoComplete="off"
                value={row.typed}
                end={<span aria-hidden="true" className="pr-4 text-ink-soft">%</span>}
                error={isTried && !basisPointsOf(row.typed) && "Enter a percentage above 0, with at most two decimals"}
                onChange={({ target: { value: typed } }) =>
                  onChange(rows.map((one) => one === row ? { ...one, typed } : one))}
              />
            </div>
            <IconButton
              label={`Take ${row.name} out`}
              icon={<X size={20} />}
              onClick={() => onChange(rows.filter((one) => one !== row))}
            />
          </li>
        ))}
      </ul>
      {rows.length < MOST_COLLABORATORS_OF_TRACK && (
        <PersonPicker
          taken={rows.map(({ key }) => key)}
          onPick={(person) => onChange([...rows, { ...person, typed: "" }])}
        />
      )}
    </>
  );
}

function Refused({ error, trackId }: { error: unknown; trackId: string }) {
  const client = useQueryClient();
  const isLate = hasCode(error, "conflict");
  return (
    <Banner
      tone="error"
      action={isLate && (
        <Button size="small" onClick={() => void client.invalidateQueries(trackSplitQuery(trackId))}>Look again</Button>
      )}
    >
      {failureText(error, "Failed to save the shares")}
    </Banner>
  );
}
