import * as z from "zod/mini";

const Code = z.string("Please enter the code").check(
  z.trim(),
  z.minLength(1, "Please enter the code"),
  z.maxLength(40),
);

/** `code` is of the new app, `currentCode` of the one before or a recovery code. */
export const LinkAppRequest = z.object({
  setup: z.string("Please begin again").check(z.minLength(1, "Please begin again"), z.maxLength(2_000)),
  code: Code,
  currentCode: z.optional(Code),
});

export const SecondFactorCode = z.object({ code: Code });

export const ResetFactorRequest = z.object({
  reason: z.string("Please say why").check(
    z.trim(),
    z.minLength(10, "Please say why, in 10 characters or more"),
    z.maxLength(500, "The reason is too long"),
  ),
});
