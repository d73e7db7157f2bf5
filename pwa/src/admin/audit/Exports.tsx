import { FileCheck2, FileSpreadsheet } from "lucide-react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { type AuditSearch, useExport } from "./api.ts";

/** Takes what was found out of Orin. Each export is an event of its own. */
export function Exports({ search }: { search: AuditSearch }) {
  const table = useExport();
  const bundle = useExport();
  const failed = [table, bundle].find(({ isError }) => isError);
  return (
    <section aria-label="Export" className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          icon={<FileSpreadsheet size={18} aria-hidden="true" />}
          busy={table.isPending}
          busyLabel="Saving..."
          onClick={() => table.mutate({ search, format: "csv" })}
        >
          Export as CSV
        </Button>
        <Button
          variant="quiet"
          icon={<FileCheck2 size={18} aria-hidden="true" />}
          busy={bundle.isPending}
          busyLabel="Signing..."
          onClick={() => bundle.mutate({ search, format: "bundle" })}
        >
          Export signed bundle
        </Button>
      </div>
      <p className="text-xs text-ink-faint">
        Anyone can check a bundle offline, with tools/verify_bundle.mjs and the key at /.well-known/orin-audit-key. The
        log records both exports.
      </p>
      {failed && (
        <Banner tone="error">
          {failureText(failed.error, "The export failed", "The export failed: no connection")}
        </Banner>
      )}
    </section>
  );
}
