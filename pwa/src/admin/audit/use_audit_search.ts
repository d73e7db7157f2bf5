import { useSearchParams } from "react-router-dom";
import type { AuditSearch } from "./api.ts";

const NAMES = ["view", "subject", "actor", "type", "from", "to"] as const;

/** The search in the address, so that a history can be linked to, kept and gone back to. */
export function useAuditSearch() {
  const [params, setParams] = useSearchParams();
  const search = Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ""])) as AuditSearch;
  const set = (next: Partial<AuditSearch>) => {
    setParams(Object.fromEntries(Object.entries({ ...search, ...next }).filter(([, text]) => text !== "")));
  };
  return { search, set, clear: () => setParams({}), isAll: NAMES.every((name) => search[name] === "") };
}
