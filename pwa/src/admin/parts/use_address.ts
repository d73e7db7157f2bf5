import { useSearchParams } from "react-router-dom";

/**
 * Words of a screen's address by their names, empty where it has none: a reload or a link shows the same. What is set to
 * nothing leaves the address; other words stay.
 */
export function useAddress<Name extends string>(names: readonly Name[], { isStep = false } = {}) {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<Name, string>;
  /** `isStep`: Back leads to what was shown before. */
  const set = (changes: Partial<Record<Name, string>>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries<string>(changes as Record<string, string>)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, { replace: !isStep });
  return [values, set] as const;
}

/** What of a search or filter was chosen: what is empty narrows nothing. */
export function chosenOf(words: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ""));
}
