import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useContext, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import type { ButtonVariant } from "../../ui/button_class.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { May } from "../shell/May.tsx";
import type { Notice } from "./notice.ts";
import { Beside } from "./ScreenHead.tsx";

/** Something that an admin can do about a case: a button, which asks for words first. */
export interface CaseAction<Step> {
  label: string;
  /** The call without which a role does not see it. */
  call: string;
  variant?: ButtonVariant;
  /** Something comes first. */
  disabled?: boolean;
  asks: Pick<Parameters<typeof ReasonDialog>[0], "title" | "description" | "label" | "most" | "send">;
  step(words: string): Step;
  /** Said once it has worked. */
  done: string;
}

/** Takes steps about a case: asks for the words, sends the step, and says what became of it. */
export interface CaseSteps<Step> {
  ask(action: CaseAction<Step>): void;
  take(step: Step, done: string): void;
  /** Says what was done otherwise, such as a confirmed proposal. */
  tell(said: string): void;
  isBusy: boolean;
  /** What became of the last step, and the open question. */
  said: ReactNode;
}

/** Beside the list of work a success is shown above the list, because the case may be gone by then. */
export function useCaseSteps<Step>(mutation: UseMutationResult<unknown, Error, Step>): CaseSteps<Step> {
  const [asking, setAsking] = useState<CaseAction<Step>>();
  const [notice, say] = usePassing<Notice>(({ tone }) => tone === "error");
  const beside = useContext(Beside);
  const tell = beside ?? ((text: string) => say({ tone: "success", text }));
  const take = (step: Step, done: string) => {
    setAsking(undefined);
    mutation.mutate(step, {
      onSuccess: () => tell(done),
      onError: (error) => say({ tone: "error", text: failureText(error, "That did not work") }),
    });
  };
  const said = (
    <>
      {notice && <Banner tone={notice.tone}>{notice.text}</Banner>}
      {asking && (
        <ReasonDialog
          {...asking.asks}
          onClose={() => setAsking(undefined)}
          onConfirm={(words) => take(asking.step(words), asking.done)}
        />
      )}
    </>
  );
  return { ask: setAsking, take, tell, isBusy: mutation.isPending, said };
}

interface ActionsProps<Step> {
  steps: Pick<CaseSteps<Step>, "ask" | "isBusy">;
  actions: readonly (CaseAction<Step> | false | undefined)[];
}

/** The buttons of a case. */
export function Actions<Step>({ steps: { ask, isBusy }, actions }: ActionsProps<Step>) {
  const shown = actions.filter((action) => action !== false && action !== undefined);
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3 empty:hidden max-sm:*:flex-1">
      {shown.map((action) => (
        <May key={action.label} call={action.call}>
          <Button
            variant={action.variant ?? "primary"}
            busy={isBusy}
            disabled={action.disabled ?? false}
            onClick={() => ask(action)}
          >
            {action.label}
          </Button>
        </May>
      ))}
    </div>
  );
}
