import { formatDate } from "../lib/format.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useBlocks, useUnblock } from "./api.ts";

/** `/blocked`: whom one does not want to read, nor be answered by. */
export function Blocked() {
  const query = useBlocks();
  const unblock = useUnblock();
  const { data } = query;
  return (
    <>
      <PageHeader title="Blocked people" subtitle="You read nothing of theirs, and they do not answer you." />
      <FailureBanner of={unblock} text="That did not work" />
      {!data && <LoadState query={query} count={3} label="Loading..." failure="Failed to load whom you have blocked" />}
      {data?.people.length === 0 && (
        <EmptyState title="Nobody is blocked" text="Block someone from one of their comments." />
      )}
      {data && data.people.length > 0 && (
        <ul aria-label="Blocked people" className="max-w-xl divide-y divide-line">
          {data.people.map(({ blockId, name, at }) => (
            <li key={blockId} className="flex items-center justify-between gap-4 py-3">
              <span>
                <bdi className="font-semibold">{name}</bdi>
                <span className="block text-sm text-ink-soft">since {formatDate(at)}</span>
              </span>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Unblock ${name}`}
                busy={unblock.isPending && unblock.variables === blockId}
                onClick={() =>
                  unblock.mutate(blockId)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
