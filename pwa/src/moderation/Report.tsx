import {
  MOST_REPORT_WORDS,
  REASON_WORDS,
  REPORT_REASONS,
  type ReportReason,
  SUBJECT_KINDS,
  SUBJECT_WORDS,
  type SubjectKind,
} from "@contract/moderation.ts";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form, FormButtons } from "../ui/Form.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Radios } from "../ui/Radios.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { useReport } from "./api.ts";

const LEAST = 10;

/** `/report/:kind/:id`: says what is wrong with something. */
export function Report() {
  const { kind: said, id = "" } = useParams();
  const navigate = useNavigate();
  const kind = SUBJECT_KINDS.find((one) => one === said);
  const back = () => void navigate(-1);
  if (kind === undefined) {
    return (
      <EmptyState
        heading="h1"
        title="This cannot be reported"
        text="The link may be old."
        action={<ButtonLink to="/">Discover</ButtonLink>}
      />
    );
  }
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader
        title={`Report this ${SUBJECT_WORDS[kind].noun}`}
        subtitle="A person looks at it. Whose it is does not learn who reported it."
        seed="Report"
      />
      <ReportForm kind={kind} id={id} onBack={back} />
      {kind === "song" && (
        <p className="mt-6 text-sm text-ink-soft">
          Do you hold the rights to this music?{" "}
          <Link className="font-semibold text-accent underline underline-offset-4" to={`/takedown?track=${id}`}>
            Ask us to take it down
          </Link>
        </p>
      )}
    </div>
  );
}

function ReportForm({ kind, id, onBack }: { kind: SubjectKind; id: string; onBack(): void }) {
  const [reason, setReason] = useState<ReportReason>();
  const [words, setWords] = useState("");
  const [isTried, setTried] = useState(false);
  const report = useReport();
  const needsWords = reason === "other" && words.trim().length < LEAST;
  const submit = () => {
    setTried(true);
    if (reason !== undefined && !needsWords) report.mutate({ kind, id, reason, words: words.trim() });
  };
  if (report.isSuccess) {
    return (
      <Card className="flex flex-col items-start gap-4">
        <p role="status">{report.data.message}</p>
        <Button onClick={onBack}>Back</Button>
      </Card>
    );
  }
  return (
    <Card>
      <Form onSubmit={submit}>
        <Radios
          legend="What is wrong?"
          options={REPORT_REASONS.filter((one) => REASON_WORDS[one].of.includes(kind)).map((one) => (
            { value: one, label: REASON_WORDS[one].label }
          ))}
          value={reason}
          onChange={setReason}
          error={isTried && !reason ? "Please choose a reason" : undefined}
        />
        <TextArea
          label="What should we know?"
          hint={reason === "other" ? undefined : "You may leave it empty."}
          required={reason === "other"}
          maxLength={MOST_REPORT_WORDS}
          value={words}
          error={isTried && needsWords ? `Please write at least ${LEAST} characters` : undefined}
          onChange={(event) => setWords(event.target.value)}
        />
        <FailureBanner of={report} text="Failed to send your report" />
        <FormButtons send="Send report" busy={report.isPending} busyLabel="Sending..." onCancel={onBack} />
      </Form>
    </Card>
  );
}
