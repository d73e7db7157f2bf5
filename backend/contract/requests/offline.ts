import * as z from "zod/mini";
import { QUALITIES } from "../listening.ts";
import { Id } from "./ids.ts";

/** What the device calls itself; the reports of its plays carry the same name. */
const deviceId = z.string().check(z.regex(/^[\w.:-]{8,64}$/));

/** `taste=true`: who has no Premium is glad of the few songs that everyone may save. Older apps do not know them. */
export const OfflineLicenceQuery = z.object({ deviceId, taste: z.optional(z.enum(["true", "false"])) });

/** `POST /api/v1/saved-songs/withheld`: songs that a device has saved. */
export const WithheldRequest = z.object({ trackIds: z.array(Id).check(z.maxLength(5_000)) });

export const OfflineCopyQuery = z.object({ licence: z.string(), quality: z._default(z.enum(QUALITIES), "normal") });
