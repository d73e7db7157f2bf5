import * as z from "zod/mini";
import { QUALITIES } from "../listening.ts";

/** What the device calls itself; the reports of its plays carry the same name. */
const deviceId = z.string().check(z.regex(/^[\w.:-]{8,64}$/));

export const OfflineLicenceQuery = z.object({ deviceId });

export const OfflineCopyQuery = z.object({ licence: z.string(), quality: z._default(z.enum(QUALITIES), "normal") });
