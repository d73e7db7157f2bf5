/** Whether `If-None-Match` names what has this etag, written without its quotes. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((said) => ["*", `"${etag}"`, `W/"${etag}"`].includes(said.trim()));
}
