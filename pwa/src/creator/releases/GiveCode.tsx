import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";

interface GiveCodeProps {
  name: "ISRC" | "UPC";
  /** Something typed is not saved yet, and a code would take its place. */
  isChanged: boolean;
  isPending: boolean;
  error: Error | null;
  onGive(): void;
}

/** Where a song or release has no code yet: Orin gives it one. */
export function GiveCode({ name, isChanged, isPending, error, onGive }: GiveCodeProps) {
  return (
    <div>
      <Button
        type="button"
        variant="quiet"
        size="small"
        disabled={isChanged}
        busy={isPending}
        busyLabel="One moment..."
        onClick={onGive}
      >
        Get {name === "ISRC" ? "an ISRC" : "a UPC"} from Orin
      </Button>
      <p className="mt-1.5 text-xs text-ink-faint">
        {isChanged ? "Save first what you changed." : `It is free, and stays with this ${OWNER[name]}.`}
      </p>
      {error && <p role="alert" className="mt-2 text-sm text-danger">{failureText(error, `No ${name} was given`)}</p>}
    </div>
  );
}

const OWNER = { ISRC: "song", UPC: "release" } as const;
