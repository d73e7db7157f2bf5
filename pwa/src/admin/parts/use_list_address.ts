import { useSearchParams } from "react-router-dom";

/** What a list shows, as its address has it: a reload or a link shows the same. */
interface ListAddress<Sort extends string> {
  q: string;
  status: string;
  sort: Sort;
  order: "asc" | "desc";
}

/** Reads and changes a list's search, filter and order; the address leaves out default values. */
export function useListAddress<Sort extends string>(
  sorts: readonly Sort[],
  beginning: { sort: NoInfer<Sort>; order: "asc" | "desc" },
): [list: ListAddress<Sort>, change: (changes: Partial<ListAddress<Sort>>) => void] {
  const [params, setParams] = useSearchParams();
  const first: ListAddress<Sort> = { q: "", status: "", ...beginning };
  const list: ListAddress<Sort> = {
    q: params.get("q") ?? "",
    status: params.get("status") ?? "",
    sort: sorts.find((sort) => sort === params.get("sort")) ?? first.sort,
    order: params.get("order") === "asc" ? "asc" : params.get("order") === "desc" ? "desc" : first.order,
  };
  const change = (changes: Partial<ListAddress<Sort>>) => {
    const next = { ...list, ...changes };
    const said = (["q", "status", "sort", "order"] as const).filter((name) => next[name] !== first[name]);
    setParams(Object.fromEntries(said.map((name) => [name, next[name]])), { replace: true });
  };
  return [list, change];
}
