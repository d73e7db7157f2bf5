import { Refusal } from "../contract/refusal.ts";

/** Why a decision refuses; fails for one that does not. */
export function refusalOf(decide: () => unknown): { code: string; message: string } {
  try {
    decide();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("Expected a refusal");
}
