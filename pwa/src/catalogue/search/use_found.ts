import { useOnline } from "../../lib/connection.ts";
import { isUnanswered, useSearchAll } from "./api.ts";
import { useOnDevice } from "./on_device.ts";

/** What the service found or, without an answer, what the device knows. */
export function useFound(query: string) {
  const search = useSearchAll(query);
  const isOnline = useOnline();
  const isAlone = search.isError ? isUnanswered(search.error) : !isOnline;
  const own = useOnDevice(query, isAlone && (!search.data || search.isPlaceholderData));
  const isFromDevice = own.length > 0;
  return { search, isFromDevice, kinds: isFromDevice ? own : search.data ?? [], isOld: search.isPlaceholderData };
}

export type AllFound = ReturnType<typeof useFound>;
