/** `Content-Disposition` for a file to be kept under this name (RFC 6266): once plain, once with all its letters. */
export function attachment(fileName: string): string {
  // deno-lint-ignore no-control-regex -- control characters are what a file's name must not have
  const safe = fileName.replace(/[\\/:*?"<>|\u0000-\u001f\u007f]/g, "_").toWellFormed();
  const plain = safe.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^ -~]/g, "_");
  const whole = encodeURIComponent(safe).replace(
    /['()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
