import type { Role } from "@contract/accounts.ts";
import { useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import { ApiError } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PASSWORD_HINT, PasswordRules, problemOfPassword } from "../ui/PasswordRules.tsx";
import { TextField } from "../ui/TextField.tsx";
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

const FIELDS = ["firstName", "lastName", "email", "phone", "address", "password"] as const;
const TAKEN = "This email is already registered. Please sign in or use a different email.";

/** `/signup`: on success to the code, carrying the email, and the place where the person wanted to be. */
export function Signup() {
  const { search } = useLocation();
  const [role, setRole] = useState<Role>("listener");
  const { form, submit, isPending, failure } = useSignUpForm(role);
  return (
    <AccountFrame
      title="Create your account"
      subtitle="Free, and it stays free."
      after={
        <p>
          Already have an account? <TextLink to={`/login${search}`}>Log in</TextLink>
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <RolePicker value={role} onChange={setRole} />
        <Fields form={form} role={role} />
        {failure && <Banner tone="error">{failure}</Banner>}
        <p className="text-xs text-ink-faint">
          By signing up you accept the{" "}
          <TextLink to="/terms">Terms of Service</TextLink>. We send you occasional account-related emails.
        </p>
        <Button type="submit" size="large" busy={isPending} busyLabel="Processing...">
          {role === "creator" ? "Start Creating" : "Start Listening"}
        </Button>
      </form>
      <GoogleSignIn rememberMe role={role} />
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
  const submit = form.handleSubmit(async (body) => {
    const email = body.email.trim();
    try {
      const { signUpProof } = await signUp.mutateAsync({ ...body, role });
      rememberSignUp(email, signUpProof);
      navigate(`/verify-otp${search}`, { state: { email } });
    } catch (error) {
      if (error instanceof ApiError) showRefusal(form, error);
    }
  });
  const hasFieldError = FIELDS.some((name) => errors[name]);
  const failure = signUp.isError && !hasFieldError &&
    failureWords(signUp.error, {
      withoutText: "Failed to register",
      withoutAnswer: "An error occurred during registration",
      unreached: "your account may not be made yet. Try again: it is made only once.",
    });
  return { form, submit, isPending: signUp.isPending, failure };
}

/** Puts what the service refused beside the fields it is about. */
function showRefusal(form: UseFormReturn<Form>, { text, fields }: ApiError): void {
  const refused = text?.includes("Email already registered") ? { ...fields, email: TAKEN } : fields;
  let shouldFocus = true;
  for (const name of FIELDS) {
    if (!refused[name]) continue;
    form.setError(name, { message: refused[name] }, { shouldFocus });
    shouldFocus = false;
  }
}

/** Why each is asked for, as far as Orin uses it. */
const PHONE_HINT = "So that our team can find your account when you ask for help.";
const SEEN_BY = { listener: "Nobody else sees it.", creator: "Others see it only if you show it on your artist page." };
const ADDRESS_HINT = "So that our team can check that the account is yours. Nobody else sees it.";

function Fields({ form, role }: { form: UseFormReturn<Form>; role: Role }) {
  const { register, clearErrors, watch, formState: { errors } } = form;
  const password = watch("password");
  const text = (name: keyof Form, label: string) => ({
    label,
    error: errors[name]?.message,
    ...register(name, {
      validate: (value) => value.trim() !== "" || `${label} is required`,
      onChange: () => clearErrors(name),
    }),
  });
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
      <TextField
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        hint={`${PHONE_HINT} ${SEEN_BY[role]}`}
        {...text("phone", "Phone")}
      />
      <TextField autoComplete="street-address" hint={ADDRESS_HINT} {...text("address", "Address")} />
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
      {password !== "" && <PasswordRules password={password} />}
    </>
  );
}
