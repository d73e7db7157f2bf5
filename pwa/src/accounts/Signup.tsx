import type { Role } from "@contract/accounts.ts";
import { useEffect, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import { ApiError } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PASSWORD_HINT, PasswordRules, problemOfPassword } from "../ui/PasswordRules.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useMedia } from "../lib/use_media.ts";
import { AccountFrame, TextLink } from "./AccountFrame.tsx";
import { useSignUp } from "./api.ts";
import { failureWords } from "./Failure.tsx";
import { GoogleSignIn } from "./GoogleSignIn.tsx";
import { RolePicker } from "./RolePicker.tsx";
import { rememberSignUp } from "./verifying_email.ts";

interface Form {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  password: string;
}

/** The fields in their order; a phone asks for them in two steps. */
const FIRST_STEP = ["firstName", "lastName", "email", "password"] as const;
const SECOND_STEP = ["phone", "address"] as const;
const FIELDS = [...FIRST_STEP, ...SECOND_STEP];
/** Screens that ask in steps. */
const PHONES = "(max-width: 39.99rem)";
const TAKEN = "This email is already registered. Please sign in or use a different email.";

/** `/signup`: on success to the code, carrying the email, and the place where the person wanted to be. */
export function Signup() {
  const { search } = useLocation();
  const [role, setRole] = useState<Role>("listener");
  const { form, submit, isPending, failure, step, showStep } = useSignUpForm(role);
  const asks = step === "first" ? "Continue" : role === "creator" ? "Start Creating" : "Start Listening";
  return (
    <AccountFrame
      title="Create your account"
      subtitle={step === "second"
        ? "Step 2 of 2: so that we know the account is yours."
        : `Free, and it stays free.${step === "first" ? " Two short steps." : ""}`}
      after={
        <p>
          Already have an account? <TextLink to={`/login${search}`}>Log in</TextLink>
        </p>
      }
    >
      <Form onSubmit={submit}>
        <div hidden={step === "second"} className="flex flex-col gap-5">
          <RolePicker value={role} onChange={setRole} />
          <WhoFields form={form} />
        </div>
        <div hidden={step === "first"} className="flex flex-col gap-5">
          <ReachFields form={form} role={role} />
        </div>
        {failure && <Banner tone="error">{failure}</Banner>}
        <p hidden={step === "first"} className="text-xs text-ink-faint">
          By signing up you accept the{" "}
          <TextLink to="/terms">Terms of Service</TextLink>. We send you occasional account-related emails.
        </p>
        <Button type="submit" size="large" busy={isPending} busyLabel="Processing...">
          {asks}
        </Button>
        {step === "second" && <Button variant="plain" onClick={() => showStep("first")}>Back</Button>}
      </Form>
      {step !== "second" && <GoogleSignIn rememberMe role={role} />}
    </AccountFrame>
  );
}

function useSignUpForm(role: Role) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const signUp = useSignUp();
  // An error stays until its field is edited, and is not found anew with every letter.
  const form = useForm<Form>({
    reValidateMode: "onSubmit",
    defaultValues: Object.fromEntries(FIELDS.map((name) => [name, ""])),
  });
  const { errors, isDirty } = form.formState;
  useBusy("typing", isDirty);
  const { step, showStep } = useStep();
  const { setFocus } = form;
  useEffect(() => {
    const name = step === "second" ? "phone" : FIRST_STEP.find((one) => form.getFieldState(one).error);
    if (step !== "all" && name) setFocus(name);
  }, [step, setFocus]);
  const showFaults = (faults: object) => FIRST_STEP.some((name) => name in faults) && showStep("first");
  const send = form.handleSubmit(async (body) => {
    const email = body.email.trim();
    try {
      const { signUpProof } = await signUp.mutateAsync({ ...body, role });
      rememberSignUp(email, signUpProof);
      navigate(`/verify-otp${search}`, { state: { email } });
    } catch (error) {
      if (error instanceof ApiError) showFaults(showRefusal(form, error));
    }
  }, showFaults);
  const submit = async () => {
    if (step !== "first") return await send();
    if (await form.trigger(FIRST_STEP, { shouldFocus: true })) showStep("second");
  };
  const hasFieldError = FIELDS.some((name) => errors[name]);
  const failure = signUp.isError && !hasFieldError &&
    failureWords(signUp.error, {
      withoutText: "Failed to register",
      withoutAnswer: "An error occurred during registration",
      unreached: "your account may not be made yet. Try again: it is made only once.",
    });
  return { form, submit, isPending: signUp.isPending, failure, step, showStep };
}

/** On a phone the step that is shown, an entry of the history, so that its Back leads to the first; elsewhere all. */
function useStep() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const isPhone = useMedia(PHONES);
  const shown = (state as { step?: string } | null)?.step === "second" ? "second" : "first";
  const step = isPhone ? shown : "all";
  const showStep = (to: "first" | "second") => {
    if (to === shown) return;
    if (to === "first") navigate(-1);
    else navigate({ search }, { state: { step: to } });
  };
  return { step, showStep } as const;
}

/** Puts what the service refused beside the fields it is about, and answers it by field. */
function showRefusal(form: UseFormReturn<Form>, { text, fields }: ApiError): Record<string, string> {
  const refused = text?.includes("Email already registered") ? { ...fields, email: TAKEN } : fields;
  let shouldFocus = true;
  for (const name of FIELDS) {
    if (!refused[name]) continue;
    form.setError(name, { message: refused[name] }, { shouldFocus });
    shouldFocus = false;
  }
  return refused;
}

/** Why each is asked for, as far as Orin uses it. */
const PHONE_HINT = "So that our team can find your account when you ask for help.";
const SEEN_BY = { listener: "Nobody else sees it.", creator: "Others see it only if you show it on your artist page." };
const ADDRESS_HINT = "So that our team can check that the account is yours. Nobody else sees it.";

/** A field of text that has to be filled in; its error goes when it is edited. */
function textField({ register, clearErrors, formState: { errors } }: UseFormReturn<Form>) {
  return (name: keyof Form, label: string) => ({
    label,
    error: errors[name]?.message,
    ...register(name, {
      validate: (value) => value.trim() !== "" || `${label} is required`,
      onChange: () => clearErrors(name),
    }),
  });
}

/** Who it is, and how they log in. */
function WhoFields({ form }: { form: UseFormReturn<Form> }) {
  const { register, clearErrors, watch, formState: { errors } } = form;
  const password = watch("password");
  const text = textField(form);
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-5 sm:gap-5">
        <TextField autoComplete="given-name" {...text("firstName", "First name")} />
        <TextField autoComplete="family-name" {...text("lastName", "Last name")} />
      </div>
      <TextField
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        {...text("email", "Email")}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        error={errors.password?.message}
        {...register("password", {
          required: "Password is required",
          validate: (value) => problemOfPassword(value),
          onChange: () => clearErrors("password"),
        })}
      />
      {password !== "" && <PasswordRules password={password} said={errors.password?.message} />}
    </>
  );
}

/** How our team knows and reaches them. */
function ReachFields({ form, role }: { form: UseFormReturn<Form>; role: Role }) {
  const text = textField(form);
  return (
    <>
      <TextField
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        hint={`${PHONE_HINT} ${SEEN_BY[role]}`}
        {...text("phone", "Phone")}
      />
      <TextField autoComplete="street-address" hint={ADDRESS_HINT} {...text("address", "Address")} />
    </>
  );
}
