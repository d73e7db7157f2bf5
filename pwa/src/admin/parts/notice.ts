/** What a list says above itself about something that was done to one of its rows. */
export interface Notice {
  tone: "success" | "info" | "error";
  text: string;
}
