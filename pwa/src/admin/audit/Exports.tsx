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
    <>
      <Button
        variant="quiet"
        size="small"
        title="The log records it"
        icon={<FileSpreadsheet size={18} aria-hidden="true" />}
        busy={table.isPending}
        busyLabel="Saving..."
        onClick={() => table.mutate({ search, format: "csv" })}
      >
        Export as CSV
      </Button>
      <Button
        variant="quiet"
        size="small"
        title="Anyone can check it offline, with tools/verify_bundle.mjs and the key at /.well-known/orin-audit-key. The log records it"
        icon={<FileCheck2 size={18} aria-hidden="true" />}
        busy={bundle.isPending}
        busyLabel="Signing..."
        onClick={() => bundle.mutate({ search, format: "bundle" })}
      >
        Export signed bundle
      </Button>
      {failed && (
        <Banner tone="error" className="basis-full">
          {failureText(failed.error, "The export failed", "The export failed: no connection")}
        </Banner>
      )}
    </>
  );
}
