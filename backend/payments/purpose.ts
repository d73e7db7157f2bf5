import { nameInReference } from "../contract/payment_reference.ts";
import type { DisputeFound } from "./disputes/disputes.ts";
import type { Store } from "../store/store.ts";

/**
 * Something that people pay for by card. The area that sells it says how it finds its charges and what it appends when
 * the provider has news of one; starting, asking and reconciling is the same for all.
 */
export interface Purpose {
  /** The references of its charges are `<name>-<installation>-<uuid>`. */
  readonly name: string;
  /** The codes of the transfers that its charges post. */
  readonly codes: readonly string[];
  find(sql: Store["sql"], reference: string): Promise<Charged | undefined>;
  /** References of charges that began in a time (epoch ms) and have not ended. */
  open(sql: Store["sql"], time: { readonly from: number; readonly to: number }): Promise<string[]>;
  /** Charges that began from a moment on (epoch ms). */
  since(sql: Store["sql"], from: number): Promise<Charged[]>;
  /** Kobo that charges brought to the provider and left there, without its fees. */
  sum(sql: Store["sql"]): Promise<number>;
  /** Appends the events that follow from news of a charge. The same news again changes nothing. */
  note(deps: Noting, reference: string, news: ChargeNews): Promise<void>;
  /** Appends what follows from a dispute as the provider has it. The same again changes nothing. */
  dispute(deps: Noting, reference: string, found: DisputeFound): Promise<void>;
}

interface Noting {
  readonly store: Store;
  shardOf(userId: string): number;
}

/** A charge as Orin knows it. Sums in kobo. */
export interface Charged {
  readonly reference: string;
  readonly amountKobo: number;
  readonly feesKobo: number;
  readonly state: "started" | "paid" | "reversed";
}

interface ChargeNews {
  readonly news: "paid" | "reversed";
  /** The provider's fee; 0 until the charge is paid. */
  readonly feesKobo: number;
  /** Of a payment by card: the hash of the provider's signature of the card. */
  readonly card?: string | undefined;
}

/** The purpose of a reference; undefined for references that are not Orin's. */
export function purposeOf(
  { purposes, installation }: { purposes: readonly Purpose[]; installation: string },
  reference: string,
): Purpose | undefined {
  const name = nameInReference(installation, reference);
  return purposes.find((purpose) => purpose.name === name);
}
