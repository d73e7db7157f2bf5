/** A new folder that goes with its owner. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a folder whose name says what it is of; Postgres may enter it as another user. */
export async function openFolder(name: string): Promise<Folder> {
  const path = await Deno.makeTempDir({ prefix: `orin_${name}_` });
  await Deno.chmod(path, 0o711);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
