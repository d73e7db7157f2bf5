import * as z from "zod/mini";
import { QUALITIES } from "../listening.ts";

/** What the device calls itself; the reports of its plays carry the same name. */
const deviceId = z.string().check(z.regex(/^[\w.:-]{8,64}$/));

/** `taste=true`: who has no Premium is glad of the few songs that everyone may save. Older apps do not know them. */
export const OfflineLicenceQuery = z.object({ deviceId, taste: z.optional(z.enum(["true", "false"])) });

export const OfflineCopyQuery = z.object({ licence: z.string(), quality: z._default(z.enum(QUALITIES), "normal") });
