import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptLicence } from "./licence.ts";
import type { Piece, SavedCollection, SavedTrack } from "./model.ts";

interface SavedSchema extends DBSchema {
  tracks: { key: string; value: SavedTrack; indexes: { user: string } };
  collections: { key: string; value: SavedCollection; indexes: { user: string } };
  pieces: { key: [string, number]; value: Piece };
  licences: { key: string; value: KeptLicence };
}

type Handle = IDBPDatabase<SavedSchema>;

const NAME = "orin-saved";
/** Safari takes the connection from sleeping pages; the next use of it fails with one of these. */
const LOST: ReadonlySet<unknown> = new Set(["UnknownError", "InvalidStateError", "AbortError"]);

/** The records of saved music. A lost connection is opened again once per operation. */
export class SavedDatabase {
  #opening: Promise<Handle> | undefined;

  tracksOf(userId: string): Promise<SavedTrack[]> {
    return this.#run((db) => db.getAllFromIndex("tracks", "user", userId));
  }

  collectionsOf(userId: string): Promise<SavedCollection[]> {
    return this.#run((db) => db.getAllFromIndex("collections", "user", userId));
  }

  track(key: string): Promise<SavedTrack | undefined> {
    return this.#run((db) => db.get("tracks", key));
  }

  putCollection(collection: SavedCollection): Promise<unknown> {
    return this.#run((db) => db.put("collections", collection));
  }

  deleteCollection(key: string): Promise<void> {
    return this.#run((db) => db.delete("collections", key));
  }

  /**
   * Changes a track's record in one transaction; `undefined` from `change` leaves it alone. Answers the record as it is
   * then.
   */
  async changeTrack(
    key: string,
    change: (known: SavedTrack | undefined) => SavedTrack | undefined,
  ): Promise<SavedTrack | undefined> {
    return await this.#run(async (db) => {
      const transaction = db.transaction("tracks", "readwrite", { durability: "strict" });
      const known = await transaction.store.get(key);
      const next = change(known);
      if (next) await transaction.store.put(next);
      await transaction.done;
      return next ?? known;
    });
  }

  /** The record goes, and what had come of the file. */
  async deleteTrack(key: string): Promise<void> {
    await this.#run(async (db) => {
      const transaction = db.transaction(["tracks", "pieces"], "readwrite", { durability: "strict" });
      await transaction.objectStore("tracks").delete(key);
      await transaction.objectStore("pieces").delete(piecesOf(key));
      await transaction.done;
    });
  }

  /** How many pieces are there, from the first on without a gap. */
  countPieces(key: string): Promise<number> {
    return this.#run((db) => db.count("pieces", piecesOf(key)));
  }

  readPieces(key: string): Promise<Piece[]> {
    return this.#run((db) => db.getAll("pieces", piecesOf(key)));
  }

  /** Keeps a piece with the progress that it is, in one transaction; nothing when the track is wanted no more. */
  async putPiece(piece: Piece, doneBytes: number): Promise<boolean> {
    return await this.#run(async (db) => {
      const transaction = db.transaction(["tracks", "pieces"], "readwrite");
      const tracks = transaction.objectStore("tracks");
      const known = await tracks.get(piece.key);
      if (known) {
        await transaction.objectStore("pieces").put(piece);
        await tracks.put({ ...known, doneBytes });
      }
      await transaction.done;
      return known !== undefined;
    });
  }

  deletePieces(key: string): Promise<void> {
    return this.#run((db) => db.delete("pieces", piecesOf(key)));
  }

  licence(userId: string): Promise<KeptLicence | undefined> {
    return this.#run((db) => db.get("licences", userId));
  }

  putLicence(licence: KeptLicence): Promise<unknown> {
    return this.#run((db) => db.put("licences", licence));
  }

  async #run<T>(operation: (db: Handle) => Promise<T>): Promise<T> {
    try {
      return await operation(await this.#connect());
    } catch (error) {
      if (!(error instanceof Error && LOST.has(error.name))) throw error;
      this.#opening = undefined;
      return await operation(await this.#connect());
    }
  }

  #connect(): Promise<Handle> {
    const lost = () => void (this.#opening = undefined);
    this.#opening ??= openDB<SavedSchema>(NAME, 1, {
      upgrade(db) {
        db.createObjectStore("tracks", { keyPath: "key" }).createIndex("user", "userId");
        db.createObjectStore("collections", { keyPath: "key" }).createIndex("user", "userId");
        db.createObjectStore("pieces", { keyPath: ["key", "index"] });
        db.createObjectStore("licences", { keyPath: "userId" });
      },
      blocking: (_now, _next, event) => {
        (event.target as IDBDatabase | null)?.close();
        lost();
      },
      terminated: lost,
    });
    this.#opening.catch(lost);
    return this.#opening;
  }
}

function piecesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key, 0], [key, Infinity]);
}
