import * as z from "zod/mini";
import { FOREIGN_KINDS } from "../../contract/foreign_formats.ts";
import {
  AudioFacts,
  type Card,
  CardReport,
  CoverReport,
  type MediaRefusalCode,
  PrintReport,
  REFUSALS,
  type Rendition,
  RenditionFacts,
} from "./types.ts";

/** One job for the decoding process: a line of JSON on its stdin. */
export type Job =
  | { kind: "inspect"; input: string }
  | { kind: "print"; input: string }
  | { kind: "rendition"; input: string; output: string; spec: Rendition }
  | { kind: "cover"; input: string; outputPrefix: string }
  | { kind: "card"; input: string; output: string; card: Card };

export type JobFacts = {
  inspect: AudioFacts;
  print: PrintReport;
  rendition: RenditionFacts;
  cover: CoverReport;
  card: z.infer<typeof CardReport>;
};

const REFUSAL_CODES = Object.keys(REFUSALS) as [MediaRefusalCode, ...MediaRefusalCode[]];

/** One answer: a line of JSON on its stdout. `ready` comes once, before any job. */
export const Reply = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ready") }),
  z.object({ status: z.literal("done"), facts: z.unknown() }),
  z.object({
    status: z.literal("refused"),
    code: z.enum(REFUSAL_CODES),
    found: z.optional(z.enum(FOREIGN_KINDS)),
    detail: z.optional(z.string()),
  }),
  z.object({ status: z.literal("failed"), message: z.string() }),
]);
export type Reply = z.infer<typeof Reply>;

export const FACTS = {
  inspect: AudioFacts,
  print: PrintReport,
  rendition: RenditionFacts,
  cover: CoverReport,
  card: CardReport,
};

/** Where the decoding process leaves one picture of a cover. */
export function coverPath(prefix: string, file: { size: number; format: string }): string {
  return `${prefix}.${file.size}.${file.format}`;
}
