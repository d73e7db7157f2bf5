import type { Sql, Tx } from "../../store/sql.ts";

/** An upload that came in pieces, or still comes. */
export interface ResumableRow {
  readonly uploadId: string;
  readonly ownerId: string;
  /** The sender's claims about the file. */
  readonly filename: string;
  readonly contentType: string;
  readonly fileBytes: number;
  readonly receivedBytes: number;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** What was measured, once all of it had arrived; null before, and where it is refused. */
  readonly facts: unknown;
  readonly refusal: string | undefined;
}

interface DbRow {
  uploadId: string;
  ownerId: string;
  filename: string;
  contentType: string;
  fileBytes: number;
  receivedBytes: number;
  expiresAt: number;
  facts: unknown;
  refusal: string | undefined;
}

/** An upload by its id; undefined where there is none. */
export async function findResumable(sql: Sql | Tx, uploadId: string): Promise<ResumableRow | undefined> {
  const [row] = await sql<DbRow[]>`
    select upload_id, owner_id, filename, content_type, file_bytes, received_bytes, expires_at, facts, refusal
    from resumable_uploads where upload_id = ${uploadId}`;
  return row && rowOf(row);
}

/** A person's uploads that are not songs yet, the oldest first, without what was measured. */
export async function listResumable(sql: Sql, ownerId: string): Promise<ResumableRow[]> {
  const rows = await sql<DbRow[]>`
    select upload_id, owner_id, filename, content_type, file_bytes, received_bytes, expires_at, refusal,
      case when facts is not null then '{}'::json end as facts
    from resumable_uploads where owner_id = ${ownerId} order by created_at, upload_id`;
  return rows.map(rowOf);
}

/** How many uploads a person has open, and their bytes when they have arrived. */
export async function sumResumable(tx: Tx, ownerId: string): Promise<{ open: number; bytes: number }> {
  const [sums] = await tx<{ open: number; bytes: number }[]>`
    select count(*)::int as open, coalesce(sum(file_bytes), 0)::bigint as bytes
    from resumable_uploads where owner_id = ${ownerId}`;
  return { open: sums?.open ?? 0, bytes: sums?.bytes ?? 0 };
}

/** Until the transaction ends, no other process counts this person's uploads. */
export async function lockOwner(tx: Tx, lockClass: number, ownerId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockClass}::int, hashtext(${ownerId}))`;
}

type NewRow = Omit<ResumableRow, "receivedBytes" | "facts" | "refusal"> & { readonly createdAt: number };

/** Adds an upload without a byte. */
export async function insertResumable(tx: Tx, row: NewRow): Promise<void> {
  await tx`
    insert into resumable_uploads
      (upload_id, owner_id, filename, content_type, file_bytes, created_at, expires_at)
    values (${row.uploadId}, ${row.ownerId}, ${row.filename}, ${row.contentType}, ${row.fileBytes},
      ${new Date(row.createdAt)}, ${new Date(row.expiresAt)})`;
}

interface Part {
  readonly firstByte: number;
  readonly bytes: number;
  readonly key: string;
}

/**
 * Adds the next piece, if it begins where the last one ended: of two that begin there one is added. Undefined where it
 * was not, else whether the file is whole now.
 */
export async function addPart(
  tx: Tx,
  uploadId: string,
  { part, expiresAt }: { part: Part; expiresAt: number },
): Promise<{ isWhole: boolean } | undefined> {
  const [moved] = await tx<{ isWhole: boolean }[]>`
    update resumable_uploads
    set received_bytes = received_bytes + ${part.bytes}, expires_at = ${new Date(expiresAt)}
    where upload_id = ${uploadId} and received_bytes = ${part.firstByte}
      and received_bytes + ${part.bytes} <= file_bytes
    returning received_bytes = file_bytes as is_whole`;
  if (!moved) return undefined;
  await tx`
    insert into resumable_upload_parts (upload_id, first_byte, part_bytes, file_key)
    values (${uploadId}, ${part.firstByte}, ${part.bytes}, ${part.key})`;
  return { isWhole: moved.isWhole };
}

/** The pieces in their order. */
export async function listParts(sql: Sql, uploadId: string): Promise<Part[]> {
  const rows = await sql<{ firstByte: number; partBytes: number; fileKey: string }[]>`
    select first_byte, part_bytes, file_key from resumable_upload_parts
    where upload_id = ${uploadId} order by first_byte`;
  return rows.map((row) => ({ firstByte: row.firstByte, bytes: row.partBytes, key: row.fileKey }));
}

/** Keeps what was measured, or why the file is refused; the first answer stays. */
export async function keepChecked(
  sql: Sql,
  uploadId: string,
  found: { facts: unknown } | { refusal: string },
): Promise<void> {
  const facts = "facts" in found ? JSON.stringify(found.facts) : null;
  const refusal = "refusal" in found ? found.refusal : null;
  await sql`
    update resumable_uploads set facts = ${facts}::text::json, refusal = ${refusal}
    where upload_id = ${uploadId} and received_bytes = file_bytes and facts is null and refusal is null`;
}

/** Forgets an upload with its pieces; no error where there is none. */
export async function deleteResumable(sql: Sql | Tx, uploadId: string): Promise<void> {
  await sql`delete from resumable_uploads where upload_id = ${uploadId}`;
}

function rowOf(row: DbRow): ResumableRow {
  return {
    uploadId: row.uploadId,
    ownerId: row.ownerId,
    filename: row.filename,
    contentType: row.contentType,
    fileBytes: row.fileBytes,
    receivedBytes: row.receivedBytes,
    expiresAt: row.expiresAt,
    facts: row.facts,
    refusal: row.refusal,
  };
}
