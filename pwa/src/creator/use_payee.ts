import { useProfile } from "../data/account.ts";
import { useActing } from "../lib/acting.ts";
import { fullName } from "@contract/full_name.ts";

/** Whose money it is, as paper says it: the artist for whom a member of the team looks at it, or the person themself. */
export function usePayee(): string {
  const acting = useActing();
  const { data } = useProfile();
  return acting?.artistName ?? fullName(data);
}
