/** The cache that holds saved files whole; pages fill it, the worker plays from it. */
export const SAVED_CACHE = "orin-saved";
