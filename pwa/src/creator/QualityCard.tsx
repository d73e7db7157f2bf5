import type { QualityReport } from "@contract/uploads.ts";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { formatDuration } from "../lib/format.ts";
import { type ReportLine, reportWords } from "./uploads/report_words.ts";

const LOOKS = {
  good: { tone: "text-success", Icon: CircleCheck },
  note: { tone: "text-info", Icon: Info },
  bad: { tone: "text-danger", Icon: CircleAlert },
} as const;

/** What Orin heard in a recording: the verdict, and behind it each point in words. */
export function QualityCard({ report, of }: { report: QualityReport; of: string }) {
  const { tone, verdict, lines, format } = reportWords(report);
  return (
    <details open={tone === "bad"} className="rounded-lg bg-ink/4">
      <summary className="min-h-11 cursor-pointer px-3 py-2.5 text-sm">
        <span className="font-semibold">Sound check:</span> <span className={LOOKS[tone].tone}>{verdict}</span>
        <span className="sr-only">({of})</span>
      </summary>
      <ul className="flex flex-col gap-2 px-3 pb-2 text-sm">
        {lines.map((line) => <Line key={line.text} line={line} />)}
      </ul>
      <p className="px-3 pb-3 text-xs text-ink-faint">
        {format} · {formatDuration(report.durationSeconds)}
      </p>
    </details>
  );
}

function Line({ line: { tone, text } }: { line: ReportLine }) {
  const { tone: colour, Icon } = LOOKS[tone];
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${colour}`} />
      <span className="min-w-0">{text}</span>
    </li>
  );
}
