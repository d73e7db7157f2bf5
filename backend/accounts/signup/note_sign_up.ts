import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { type SignUpNoted, signUpStream } from "./events.ts";

const HOUR_MS = 3_600_000;

interface SignUp {
  readonly userId: string;
  /** The caller's network address. */
  readonly address: string;
  readonly metadata: Metadata;
}

/** Notes where an account was made, once; sign-ups of one address in one hour get the same hash. */
export async function noteSignUp(
  { store, personal, now }: Pick<Deps, "store" | "personal" | "now">,
  { userId, address, metadata }: SignUp,
): Promise<void> {
  const originHash = personal.lookupHash("sign-up", `${address} ${Math.floor(now() / HOUR_MS)}`);
  const event: SignUpNoted & { eventId: string } = {
    type: "SignUpNoted",
    data: { userId, originHash },
    eventId: derivedId(userId, "sign-up noted"),
  };
  await store.appendToStream("social", signUpStream(userId), [event], { metadata });
}
