import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { useExport } from "./closing_api.ts";
import { DeleteAccount } from "./DeleteAccount.tsx";

/** A copy of all that Orin knows, and the way out. */
export function YourData() {
  const exporting = useExport();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Card>
      <h2 className="text-xl">Your data</h2>
      <p className="mt-2 text-sm text-ink-soft">
        A file with everything Orin knows about you: profile, plays, earnings, withdrawals, gifts, comments and more.
      </p>
      {exporting.isSuccess && <Banner tone="success" className="mt-4">Your data is saved on this device</Banner>}
      <FailureBanner of={exporting} text="Failed to export your data" className="mt-4" />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="quiet"
          icon={<Download size={18} />}
          busy={exporting.isPending}
          busyLabel="Preparing your data..."
          onClick={() => exporting.mutate()}
        >
          Export my data
        </Button>
        <Button variant="quiet" icon={<Trash2 size={18} />} onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      <DeleteAccount open={isDeleting} onClose={() => setDeleting(false)} />
    </Card>
  );
}
