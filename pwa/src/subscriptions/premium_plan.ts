/** The one plan. Its price is the policy's; this is what the screen says about it. */
export const PREMIUM_PLAN = {
  id: 2,
  name: "Premium",
  currency: "NGN",
  features: ["Ad-free listening", "High-quality audio", "Offline mode", "Unlimited skips", "Custom playlists"],
} as const;
