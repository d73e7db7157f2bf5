export const UNREACHABLE = {
  offline: "You are offline. Press play again once you have a network.",
  sound: "The sound stopped. Press play to keep listening.",
  service: "Orin could not be reached. Please try again.",
} as const;

/** Why a song does not play on another site, in words; empty for what the service says itself. `early` is an ISO time. */
export function refusedWords(code: string | undefined, early: string): string {
  switch (code) {
    case "not_found":
      return "This song is no longer on Orin.";
    case "early_access":
      return early === ""
        ? "This song is in early access for Premium."
        : `Early access for Premium until ${
          new Date(early).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })
        }.`;
    case "free_plays_used_up":
      return "Today's free plays are used up here. Create a free account on Orin to keep listening.";
    default:
      return "";
  }
}
