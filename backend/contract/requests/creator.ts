import * as z from "zod/mini";
import { SERIES_UNITS } from "../creator.ts";
import { INSIGHT_BESIDE } from "../insights.ts";
import { type SocialField, socialName } from "../social_links.ts";
import { isPlainLines } from "../text.ts";
import { Email, SignupRequest } from "./accounts.ts";
import { PhoneOrNone } from "./phone.ts";
import { Id } from "./ids.ts";
import { optionalLine } from "./text.ts";

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay));

/** The last 30 days, 12 weeks or 12 months. Days of one's own choice are for the insights, which protect who listened. */
export const SeriesQuery = z.object({
  unit: z._default(z.enum(SERIES_UNITS), "day"),
  trackId: z.optional(Id),
});
export type SeriesQuery = z.infer<typeof SeriesQuery>;

/** Lagos days, both included. Without them: the last 28 days. `beside`: what they are compared with. */
export const InsightQuery = z.object({
  from: z.optional(day),
  to: z.optional(day),
  trackId: z.optional(Id),
  beside: z._default(z.enum(INSIGHT_BESIDE), "before"),
});
export type InsightQuery = z.infer<typeof InsightQuery>;

/** `with`: the song beside `trackId`; without one, `trackId` is beside itself in the days that `beside` says. */
export const CompareQuery = z.extend(InsightQuery, { with: z.optional(Id) });
export type CompareQuery = z.infer<typeof CompareQuery>;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const social = (field: SocialField, name: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(200),
    z.refine((typed) => socialName(field, typed) !== undefined, `Enter your ${name}, or leave it empty.`),
  );

/** `PUT /api/v1/update-profile`: what is left out stays. */
export const CreatorProfileUpdate = z.partial(z.object({
  firstName: SignupRequest.shape.firstName,
  lastName: SignupRequest.shape.lastName,
  /** The name on the public page; without one it is the first and last name. */
  artistName: optionalLine("Artist name", 120),
  email: Email,
  phone: PhoneOrNone,
  address: text(200),
  bio: text(1_000).check(z.refine((bio) => bio === "" || isPlainLines(bio), "Bio has characters that cannot be shown")),
  city: text(80),
  stateProvince: text(80),
  zipPostalCode: text(20),
  country: text(80),
  twitterHandle: social("twitterHandle", "Twitter handle"),
  instagramHandle: social("instagramHandle", "Instagram handle"),
  linkedinProfile: social("linkedinProfile", "LinkedIn profile"),
  facebookProfile: social("facebookProfile", "Facebook profile"),
  isContactPublic: z.boolean(),
  isNamePublic: z.boolean(),
}));
export type CreatorProfileUpdate = z.infer<typeof CreatorProfileUpdate>;

/** Whether the calendar has it: `Date` takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
