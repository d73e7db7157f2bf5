import { encodeExtended, format } from "content-disposition";

/** `Content-Disposition` for a file to keep under this name (RFC 6266): once plain, once with all its letters. */
export function attachment(fileName: string): string {
  // deno-lint-ignore no-control-regex -- control characters are what a file's name must not have
  const safe = fileName.replace(/[\\/:*?"<>|\u0000-\u001f\u007f]/g, "_").toWellFormed();
  const plain = safe.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^ -~]/g, "_");
  return format({ type: "attachment", parameters: { filename: plain, "filename*": encodeExtended(safe) } });
}
