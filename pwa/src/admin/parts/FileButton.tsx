import { useMutation } from "@tanstack/react-query";
import { FileCheck2, FileSpreadsheet } from "lucide-react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";

interface FileButtonProps {
  label: string;
  /** A bundle that anyone can check offline, in place of a table. */
  isSigned?: boolean;
  title?: string;
  failure?: string;
  save(): Promise<void>;
}

/** The hint on the button of a file that anyone can check. */
export const CHECKED_OFFLINE =
  "Anyone can check it offline, with tools/verify_bundle.mjs and the key at /.well-known/orin-audit-key. The log records it";

/** Takes a file out of Orin. */
export function FileButton(
  { label, isSigned = false, title, failure = "The file could not be saved", save }: FileButtonProps,
) {
  const saving = useMutation({ mutationFn: save });
  const Icon = isSigned ? FileCheck2 : FileSpreadsheet;
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        title={title}
        icon={<Icon size={18} aria-hidden="true" />}
        busy={saving.isPending}
        busyLabel={isSigned ? "Signing..." : "Saving..."}
        onClick={() => saving.mutate()}
      >
        {label}
      </Button>
      {saving.isError && (
        <Banner tone="error" className="basis-full">
          {failureText(saving.error, failure, `${failure}: no connection`)}
        </Banner>
      )}
    </>
  );
}
