import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "../../lib/save_file.ts";
import { copyText } from "../../lib/share.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";

interface Props {
  codes: readonly string[];
  doneLabel: string;
  onDone(): void;
}

/** The recovery codes, on the only screen that ever shows them. */
export function RecoveryCodes({ codes, doneLabel, onDone }: Props) {
  const [isKept, setKept] = useState(false);
  const [said, setSaid] = useState("");
  const copy = async () => {
    const isCopied = await copyText(codes.join("\n"));
    setSaid(isCopied ? "Copied" : "Your browser does not allow copying: download the codes, or write them down");
  };
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-xl">Keep your recovery codes</h2>
      <p className="text-sm text-ink-soft">
        If you lose your phone, one of these takes the place of the app's code. Each works once. Nobody can show them to
        you again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-x-3 gap-y-2 rounded-lg border border-line bg-sunken p-3 text-center font-mono text-sm"
      >
        {codes.map((code) => <li key={code} className="tabular-nums select-all">{code}</li>)}
      </ul>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button variant="quiet" icon={<Copy size={18} aria-hidden="true" />} onClick={copy}>Copy</Button>
        <Button
          variant="quiet"
          icon={<Download size={18} aria-hidden="true" />}
          onClick={() => saveFile(fileOf(codes), "orin-recovery-codes.txt")}
        >
          Download
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">{said}</p>
      <Checkbox
        label="I have kept them"
        hint="In a password manager or on paper, not on the phone with the app"
        checked={isKept}
        onChange={(event) => setKept(event.target.checked)}
      />
      <Button size="large" disabled={!isKept} onClick={onDone}>{doneLabel}</Button>
    </div>
  );
}

function fileOf(codes: readonly string[]): Blob {
  const lines = ["Recovery codes for Orin's back office. Each works once.", "", ...codes, ""];
  return new Blob([lines.join("\n")], { type: "text/plain" });
}
