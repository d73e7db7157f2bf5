import { PageHeader } from "../../ui/PageHeader.tsx";
import { WorkFor } from "./WorkFor.tsx";

/** `/team`: the artists for whom one works, and those who ask. */
export function Teams() {
  return (
    <>
      <PageHeader title="Your teams" subtitle="Work for artists with your own account. You leave whenever you like." />
      <div className="max-w-3xl">
        <WorkFor heading="Artists" />
      </div>
    </>
  );
}
