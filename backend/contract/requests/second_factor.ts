import * as z from "zod/mini";
import { describedAs } from "./described.ts";

const Bytes = z.string().check(z.regex(/^[\w-]+$/));
/** What a browser says in JSON of a passkey that it made or used (WebAuthn, level 3); a library checks it. */
export const PasskeyAnswer = describedAs(
  z.record(z.string(), z.unknown()),
  z.object({
    id: Bytes,
    rawId: Bytes,
    type: z.literal("public-key"),
    response: z.object({
      clientDataJSON: Bytes,
      /** Of a new passkey. */
      attestationObject: z.optional(Bytes),
      /** Of one that is used. */
      authenticatorData: z.optional(Bytes),
      signature: z.optional(Bytes),
      userHandle: z.optional(Bytes),
    }),
    clientExtensionResults: z.object({}),
  }),
);

const Code = z.string("Please enter the code").check(
  z.trim(),
  z.minLength(1, "Please enter the code"),
  z.maxLength(40, "Please enter one code"),
);

/** `code` is of the new app, `currentCode` of the one before or a recovery code. */
export const LinkAppRequest = z.object({
  setup: z.string("Please begin again").check(z.minLength(1, "Please begin again"), z.maxLength(2_000)),
  code: Code,
  currentCode: z.optional(Code),
});

export const SecondFactorCode = z.object({ code: Code });

/** `response` is what the browser answered: the library checks it. */
export const AddPasskeyRequest = z.object({
  name: z.string("Please name the passkey").check(
    z.trim(),
    z.minLength(1, "Please name the passkey"),
    z.maxLength(60, "The name is too long"),
  ),
  response: PasskeyAnswer,
});

export const ResetFactorRequest = z.object({
  reason: z.string("Please say why").check(
    z.trim(),
    z.minLength(10, "Please say why, in 10 characters or more"),
    z.maxLength(500, "The reason is too long"),
  ),
});
