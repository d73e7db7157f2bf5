import { useSearchParams } from "react-router-dom";

/** What a list shows, as its address has it: a reload or a link shows the same. */
export interface ListAddress<Sort extends string, Name extends string> {
  q: string;
  status: string;
  sort: Sort;
  order: "asc" | "desc";
  /** What it is narrowed to besides; empty where nothing was chosen. */
  narrow: Readonly<Record<Name, string>>;
}

/** Reads and changes a list's search, filter and order; the address leaves out default values. */
export function useListAddress<Sort extends string, Name extends string = never>(
  sorts: readonly Sort[],
  beginning: { sort: NoInfer<Sort>; order: "asc" | "desc" },
  names: readonly Name[] = [],
) {
  const [params, setParams] = useSearchParams();
  const first = { q: "", status: "", ...beginning };
  const list: ListAddress<Sort, Name> = {
    q: params.get("q") ?? "",
    status: params.get("status") ?? "",
    sort: sorts.find((sort) => sort === params.get("sort")) ?? first.sort,
    order: params.get("order") === "asc" ? "asc" : params.get("order") === "desc" ? "desc" : first.order,
    narrow: Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<Name, string>,
  };
  const saidOf = ({ narrow, ...next }: ListAddress<Sort, Name>) => [
    ...(["q", "status", "sort", "order"] as const).flatMap((name) =>
      next[name] === first[name] ? [] : [[name, next[name]]]
    ),
    ...Object.entries<string>(narrow).filter(([, value]) => value !== ""),
  ];
  const change = (changes: Partial<ListAddress<Sort, Name>>) =>
    setParams(Object.fromEntries(saidOf({ ...list, ...changes })), { replace: true });
  return { list, change };
}
