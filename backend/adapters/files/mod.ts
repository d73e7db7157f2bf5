import { createDiskFiles, type DiskConfig } from "./disk.ts";
import { createS3Files } from "./s3.ts";
import type { S3Config } from "./s3_bucket.ts";
import type { Files } from "./types.ts";

export type FilesConfig = DiskConfig | S3Config;

/** Opens the store that the configuration names. Touches neither disk nor network before the first call. */
export function createFiles(config: FilesConfig): Files {
  switch (config.kind) {
    case "disk":
      return createDiskFiles(config);
    case "s3":
      return createS3Files(config);
  }
}
