import { History, X } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { forgetSearch, useRecentSearches } from "./recent.ts";

/** What was looked for here before; each can be looked for again, or be forgotten. */
export function RecentSearches({ onSearch }: { onSearch(query: string): void }) {
  const recent = useRecentSearches();
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-searches" className="mb-8 max-w-2xl">
      <div className="flex items-center justify-between gap-3">
        <h2 id="recent-searches" className="text-xl">Recent searches</h2>
        <button
          type="button"
          onClick={() => forgetSearch()}
          className="min-h-11 px-2 text-sm font-semibold text-ink-soft hover:text-ink"
        >
          Clear all
        </button>
      </div>
      <ul className="-mx-2">
        {recent.map((query) => (
          <li key={query} className="flex items-center rounded-lg transition-colors hover:bg-ink/6">
            <button
              type="button"
              onClick={() =>
                onSearch(query)}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 px-2 text-left"
            >
              <History aria-hidden="true" size={18} className="shrink-0 text-ink-faint" />
              <span className="truncate">{query}</span>
            </button>
            <IconButton
              label={`Forget the search ${query}`}
              icon={<X size={18} />}
              onClick={() =>
                forgetSearch(query)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
