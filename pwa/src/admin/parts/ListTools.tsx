import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ExportDialog } from "./ExportDialog.tsx";

/** How a list is saved: under a note where `title` and `text` are given, which say what the file holds. */
export interface Exporting<Chosen> {
  title?: string;
  text?: string;
  save(chosen: Chosen, note: string): Promise<void>;
}

interface ListToolsProps {
  /** How many filters are chosen. */
  narrowed: number;
  /** The filter, under its id. */
  panel(id: string): ReactNode;
  exporting?: Omit<Exporting<never>, "save"> & { save(note: string): Promise<void> } | undefined;
  /** Search and choices, before the buttons. */
  children: ReactNode;
  /** After the buttons. */
  after?: ReactNode;
}

/** What narrows a list, and saves what is shown. */
export function ListTools({ narrowed, panel, exporting, children, after }: ListToolsProps) {
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const saving = useMutation({ mutationFn: async () => await exporting?.save("") });
  const close = () => setExporting(false);
  const { title, text, save } = exporting ?? {};
  return (
    <>
      <div className="mb-3 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap lg:*:first:w-md">
        {children}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="quiet"
            size="small"
            icon={<SlidersHorizontal size={18} aria-hidden="true" />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {narrowed === 0 ? "Filter" : `Filter (${narrowed})`}
          </Button>
          {exporting && (
            <Button
              variant="quiet"
              size="small"
              icon={<FileSpreadsheet size={18} aria-hidden="true" />}
              busy={saving.isPending}
              busyLabel="Saving..."
              onClick={() => title === undefined ? saving.mutate() : setExporting(true)}
            >
              Export CSV
            </Button>
          )}
          {after}
        </div>
      </div>
      {saving.isError && <Banner tone="error" className="mb-3">{failureText(saving.error, "The export failed")}
      </Banner>}
      {isOpen && panel(panelId)}
      {isExporting && title !== undefined && text !== undefined && save && (
        <ExportDialog {...{ title, text, save }} onClose={close} />
      )}
    </>
  );
}
