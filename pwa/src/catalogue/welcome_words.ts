/** What Orin is, for who sees it for the first time: in the static shell, before any script has come, and in `Welcome`. */
export const WELCOME = {
  title: "Nigerian music that pays you back",
  text: "Stream songs, earn tokens, support the artists.",
};
