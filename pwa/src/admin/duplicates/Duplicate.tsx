import { decideDuplicate } from "@contract/calls/uploads.ts";
import {
  type AdminDuplicate,
  DUPLICATE_GROUNDS,
  type DuplicateDecision,
  type DuplicateGround,
  type DuplicateLike,
} from "@contract/duplicates.ts";
import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { formatDateTime, formatDuration } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { Badge } from "../parts/Badge.tsx";
import { useCaseSteps } from "../parts/case_steps.tsx";
import { CaseScreen, Part, Words } from "../parts/CaseScreen.tsx";
import { May } from "../shell/May.tsx";
import { type Deciding, useDecideDuplicate, useDuplicate } from "./api.ts";
import { Compared } from "./Compared.tsx";
import { useSounds } from "./use_sounds.ts";
import { GROUNDS, STATES } from "./words.ts";

/** A new recording beside those of others that it sounds like, and the decision. */
export function Duplicate({ matchId }: { matchId: string }) {
  const steps = useCaseSteps(useDecideDuplicate(matchId));
  const [asking, setAsking] = useState<DuplicateDecision>();
  return (
    <CaseScreen
      title="Same recording"
      subtitle={({ at }) => `Came ${formatDateTime(at)}`}
      mark={({ state }) => <Badge {...STATES[state]} />}
      query={useDuplicate(matchId)}
      loading="Loading..."
      failure="Failed to load the recordings"
    >
      {(duplicate) => (
        <>
          {steps.said}
          <Recordings duplicate={duplicate} />
          <Decided duplicate={duplicate} />
          {duplicate.state !== "let_go" && (
            <May call={decideDuplicate}>
              <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
                <Button busy={steps.isBusy} onClick={() => setAsking("let_go")}>Let it go</Button>
                {duplicate.state === "open" && (
                  <Button
                    variant="danger"
                    busy={steps.isBusy}
                    onClick={() => setAsking("refuse")}
                  >
                    Keep it back
                  </Button>
                )}
              </div>
            </May>
          )}
          {asking && (
            <DecideDialog
              decision={asking}
              onClose={() => setAsking(undefined)}
              onConfirm={(deciding) => {
                setAsking(undefined);
                steps.take(deciding, "Your decision is noted. The artist gets your words.");
              }}
            />
          )}
        </>
      )}
    </CaseScreen>
  );
}

/** One audio element for all: what is heard of one goes on in the other at the same place of the music. */
function Recordings({ duplicate: { track, like } }: { duplicate: AdminDuplicate }) {
  const heard = useSounds();
  const { sounds, playing } = heard;
  const change = ({ track: other, fromSeconds, otherFromSeconds, speed }: DuplicateLike) => {
    const isOther = playing.trackId === other.trackId;
    const at = sounds.placeOf(isOther ? other.trackId : track.trackId);
    if (isOther && track.audioUrl !== undefined) {
      sounds.playFrom(track.trackId, track.audioUrl, fromSeconds + (at - otherFromSeconds) / speed);
    } else if (!isOther && other.audioUrl !== undefined) {
      sounds.playFrom(other.trackId, other.audioUrl, otherFromSeconds + (at - fromSeconds) * speed);
    }
  };
  const [first] = like;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Compared
        {...heard}
        heading="The new one"
        track={track}
        same={first && { from: first.fromSeconds, length: first.lengthSeconds }}
      />
      <div className="flex min-w-0 flex-col gap-4">
        {like.map((one, index) => (
          <div key={one.track.trackId} className="flex min-w-0 flex-col gap-2">
            <Compared
              {...heard}
              heading={index === 0 ? "Was here before" : "Was here before, too"}
              track={one.track}
              same={{ from: one.otherFromSeconds, length: one.lengthSeconds * one.speed }}
            />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-sm">{likeWords(one)}</p>
              <Button
                size="small"
                variant="quiet"
                disabled={track.audioUrl === undefined || one.track.audioUrl === undefined}
                icon={<ArrowLeftRight size={16} />}
                onClick={() => change(one)}
              >
                Change over at the same place
              </Button>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** "96 % the same, from 0:10 on for 2:05. The new one plays 2 % faster." */
function likeWords({ percent, fromSeconds, lengthSeconds, speed }: DuplicateLike): string {
  const off = Math.round((speed - 1) * 100);
  const pace = off === 0 ? "" : ` The new one plays about ${Math.abs(off)} % ${off > 0 ? "faster" : "slower"}.`;
  return `${percent} % the same, from ${formatDuration(fromSeconds)} on for ${formatDuration(lengthSeconds)}.${pace}`;
}

function Decided({ duplicate: { decision } }: { duplicate: AdminDuplicate }) {
  if (!decision) return null;
  const { decision: what, ground, reason, by, at } = decision;
  return (
    <Part title={what === "refuse" ? "Kept back" : "Let go"}>
      {ground && <p className="text-sm font-semibold">{GROUNDS[ground]}</p>}
      <Words text={reason} />
      <p className="text-xs text-ink-soft">{by}, {formatDateTime(at)}</p>
    </Part>
  );
}

const ASKS: Readonly<Record<DuplicateDecision, { title: string; description: string; send: string }>> = {
  let_go: {
    title: "Let this song go?",
    description: "It comes out now, unless something else holds it. The artist gets your words.",
    send: "Let it go",
  },
  refuse: {
    title: "Keep this song back?",
    description: "Only its artist hears it. The artist gets your words. You can let it go later.",
    send: "Keep it back",
  },
};

const GROUND_OPTIONS = Object.entries(GROUNDS).map(([value, label]) => ({ value, label }));

interface DecideDialogProps {
  decision: DuplicateDecision;
  onClose(): void;
  onConfirm(deciding: Deciding): void;
}

/** Asks for the ground, where there has to be one, and for words to the artist. */
function DecideDialog({ decision, onClose, onConfirm }: DecideDialogProps) {
  const [ground, setGround] = useState<DuplicateGround>();
  const [isTried, setTried] = useState(false);
  const isMissing = decision === "let_go" && ground === undefined;
  return (
    <ReasonDialog
      {...ASKS[decision]}
      label="Your words to the artist"
      most={2_000}
      wrong={(reason) => reason.trim().length < 3 ? "Please tell the artist why" : undefined}
      variant={decision === "refuse" ? "danger" : "primary"}
      onClose={onClose}
      areOthersRight={() => {
        setTried(true);
        return !isMissing;
      }}
      onConfirm={(reason) => onConfirm({ decision, reason, ...(ground && { ground }) })}
      before={decision === "let_go" && (
        <Select
          required
          label="Why it may come out"
          placeholder="Choose"
          options={GROUND_OPTIONS}
          value={ground ?? ""}
          error={isTried && isMissing ? "Please choose why" : undefined}
          onChange={({ target }) => setGround(DUPLICATE_GROUNDS.find((one) => one === target.value))}
        />
      )}
    />
  );
}
