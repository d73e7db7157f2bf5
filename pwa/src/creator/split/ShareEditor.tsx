import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import type { SplitInput } from "@contract/requests/splits.ts";
import {
  formatBasisPoints,
  LEAST_OWN_BASIS_POINTS,
  MOST_COLLABORATORS_OF_TRACK,
  type TrackSplit,
  WHOLE,
} from "@contract/splits.ts";
import { splitArtistsQuery, trackSplitQuery } from "../../data/splits.ts";
import { failureText, hasCode } from "../../lib/api_error.ts";
import { useBusy } from "../../lib/busy.ts";
import { basisPointsOf, percentOf } from "../../lib/percent.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/Form.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { classNames } from "../../ui/class_names.ts";
import { toast } from "../../ui/toast.ts";
import { useProposeSplit } from "./api.ts";

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

/** A person to share with: an artist by their id, all others by their address. */
interface Person {
  key: string;
  creatorId: string;
  email: string;
  name: string;
}

interface PersonPickerProps {
  /** Keys of those who are in the list. */
  taken: readonly string[];
  onPick(person: Person): void;
}

const ADDRESS = /^\S+@\S+\.\S+$/;

/** Finds an artist by name while it is typed, and takes an email address as it is. */
function PersonPicker({ taken, onPick }: PersonPickerProps) {
  const [typed, setTyped] = useState("");
  const words = typed.trim();
  const { data } = useQuery(splitArtistsQuery(words));
  const found = words.length > 1 && !words.includes("@")
    ? data?.artists.filter((one) => !taken.includes(one.creatorId))
    : [];
  const pick = (person: Person) => {
    onPick(person);
    setTyped("");
  };
  const email = words.toLowerCase();
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Add an artist or an email address"
        type="text"
        inputMode="email"
        autoComplete="off"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (ADDRESS.test(words) && !taken.includes(email)) pick({ key: email, creatorId: "", email, name: email });
        }}
      />
      {ADDRESS.test(words) && (
        <Button
          variant="quiet"
          className="w-fit max-w-full"
          disabled={taken.includes(email)}
          onClick={() => pick({ key: email, creatorId: "", email, name: email })}
        >
          <span className="truncate">{taken.includes(email) ? "Already in the list" : `Invite ${email}`}</span>
        </Button>
      )}
      {found && found.length > 0 && (
        <ul aria-label="Artists of this name" className="flex flex-col gap-1">
          {found.map(({ creatorId, name, pictureUrl }) => (
            <li key={creatorId}>
              <button
                type="button"
                className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-ink/6"
                onClick={() => pick({ key: creatorId, creatorId, email: "", name })}
              >
                <Avatar src={pictureUrl} size={36} />
                <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found?.length === 0 && words.length > 1 && !words.includes("@") && data && (
        <p className="text-sm text-ink-soft">No artist of this name. You can invite them by email.</p>
      )}
    </div>
  );
}

const TONES = ["bg-info", "bg-success", "bg-ink/40", "bg-ink/25"] as const;

/** How a song is divided, as a bar: the owner's part first. The list beside it says the same in words. */
export function ShareBar(
  { own, shares }: { own: number; shares: readonly { creatorId: string; name: string; basisPoints: number }[] },
) {
  const parts = [
    { key: "own", text: `You ${formatBasisPoints(own)}`, basisPoints: own, tone: "bg-accent" },
    ...shares.map(({ name, basisPoints }, index) => ({
      key: `${index}`,
      text: `${name} ${formatBasisPoints(basisPoints)}`,
      basisPoints,
      tone: TONES[index % TONES.length],
    })),
  ];
  return (
    <div
      role="img"
      aria-label={parts.map(({ text }) => text).join(", ")}
      className="flex h-3 w-full gap-0.5 overflow-hidden rounded-full bg-ink/8"
    >
      {parts.filter(({ basisPoints }) => basisPoints > 0).map(({ key, basisPoints, tone }) => (
        <span key={key} className={classNames("h-full min-w-1", tone)} style={{ flexGrow: basisPoints }} />
      ))}
    </div>
  );
}
