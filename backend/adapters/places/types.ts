import type { NigerianState } from "../../contract/nigeria.ts";

/** Where a network is. */
export interface Places {
  /** The Nigerian state of a network address; undefined for others, and for what is no address. */
  stateOf(address: string): NigerianState | undefined;
}
