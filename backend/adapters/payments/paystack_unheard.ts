import { PaymentsRefused, type Unheard } from "./types.ts";

/** Turns the refusal "not found" of a look-up into its answer. */
export async function unheardOr<Found>(reference: string, look: () => Promise<Found>): Promise<Found | Unheard> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === "not_found") return { status: "not_found", reference };
    throw error;
  }
}
