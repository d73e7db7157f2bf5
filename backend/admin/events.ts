import type { Policy } from "../contract/policy.ts";

/** The earning rules change from a time on. The whole policy is stored, so that a reward can name what it used. */
export type PolicyChanged = {
  readonly type: "PolicyChanged";
  readonly data: { readonly policy: Policy; readonly reason: string };
};

export const POLICY_STREAM = "policy";

/** Someone with access to the database opened sealed fields of these persons, at the console. */
export type PersonalDataOpened = {
  readonly type: "PersonalDataOpened";
  readonly data: {
    /** The stream or log that was looked into. */
    readonly lookedInto: string;
    readonly personIds: readonly string[];
  };
};

export const PERSONAL_DATA_STREAM = "personal_data";
