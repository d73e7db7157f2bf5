/** A change of the earning rules that has not taken effect is taken back. Its version is never used again. */
export type PolicyChangeCancelled = {
  readonly type: "PolicyChangeCancelled";
  readonly data: { readonly version: number; readonly reason: string };
};
