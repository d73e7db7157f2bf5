import type { ReactNode } from "react";
import { Card } from "../../ui/Card.tsx";

/** A card of a page of the back office, under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </Card>
  );
}
