import { FileSpreadsheet, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { ExportDialog } from "./NoteForm.tsx";
import { FileButton } from "./FileButton.tsx";

/** How a list is saved: under a note where `title` and `text` are given, which say what the file holds. */
export interface Exporting<Chosen> {
  title?: string;
  text?: string;
  save(chosen: Chosen, note: string): Promise<void>;
}

type Saving = Omit<Exporting<never>, "save"> & { save(note: string): Promise<void> };

interface ListToolsProps {
  /** How many filters are chosen. */
  narrowed: number;
  /** The filter, under its id. */
  panel(id: string): ReactNode;
  exporting?: Saving | undefined;
  /** Search and choices, before the buttons. */
  children: ReactNode;
  /** After the buttons. */
  after?: ReactNode;
}

/** What narrows a list, and saves what is shown. */
export function ListTools({ narrowed, panel, exporting, children, after }: ListToolsProps) {
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
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
          {exporting && <Export {...exporting} />}
          {after}
        </div>
      </div>
      {isOpen && panel(panelId)}
    </>
  );
}

function Export({ title, text, save }: Saving) {
  const [isAsking, setAsking] = useState(false);
  if (title === undefined || text === undefined) {
    return <FileButton label="Export CSV" failure="The export failed" save={() => save("")} />;
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<FileSpreadsheet size={18} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Export CSV
      </Button>
      {isAsking && <ExportDialog {...{ title, text, save }} onClose={() => setAsking(false)} />}
    </>
  );
}
