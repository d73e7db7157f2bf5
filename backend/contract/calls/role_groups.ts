/** Groups of admins' roles that calls are for, beside owners. */
export const EVERYBODY = ["finance", "catalogue", "support", "auditor"] as const;
export const MONEY = ["finance"] as const;
export const MONEY_READ = ["finance", "auditor"] as const;
export const PEOPLE = ["support"] as const;
export const PEOPLE_READ = ["support", "auditor"] as const;
/** Cases of fraud: support prepares them, finance moves the money. */
export const CASES = ["finance", "support"] as const;
export const CASES_READ = ["finance", "support", "auditor"] as const;
export const TRACKS = ["catalogue"] as const;
/** Looks at what is reported, and decides about it. */
export const MODERATION_READ = ["catalogue", "support", "auditor"] as const;
export const OWNERS = [] as const;
export const OWNERS_READ = ["auditor"] as const;
