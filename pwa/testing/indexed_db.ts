import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";

// Loading it once fills the globals for all files of a worker: each begins with a store of its own, which is empty.
globalThis.indexedDB = new IDBFactory();
