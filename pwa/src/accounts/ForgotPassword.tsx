import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/TextField.tsx";
import { AccountFrame, TextLink } from "./AccountFrame.tsx";
import { useForgotPassword } from "./api.ts";
import { failureWords } from "./Failure.tsx";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** `/forgot-psw`: asks for the address, then says to look into the inbox. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState("");
  if (sentTo !== "") return <CheckInbox email={sentTo} onAgain={() => setSentTo("")} />;
  return <AskEmail onSent={setSentTo} />;
}

function AskEmail({ onSent }: { onSent(email: string): void }) {
  const forgot = useForgotPassword();
  const form = useForm({ defaultValues: { email: "" } });
  const submit = form.handleSubmit(({ email }) => {
    forgot.mutate(email.trim(), {
      onSuccess: () => onSent(email.trim()),
      onError: () => form.setFocus("email", { shouldSelect: true }),
    });
  });
  return (
    <AccountFrame
      title="Forgot your password?"
      subtitle="We will email you a code to choose a new one."
      after={<TextLink to="/login">Back to login</TextLink>}
    >
      {forgot.isError && (
        <Banner tone="error">
          {failureWords(forgot.error, {
            withoutText: "Failed to send OTP",
            unreached: "the mail may not be on its way. Please try again.",
          })}
        </Banner>
      )}
      <Form onSubmit={submit}>
        <TextField
          autoFocus
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          error={form.formState.errors.email?.message}
          {...form.register("email", {
            validate: (email) => EMAIL.test(email.trim()) || "Please enter a valid email address",
          })}
        />
        <Button type="submit" size="large" busy={forgot.isPending} busyLabel="Sending...">Send reset link</Button>
      </Form>
    </AccountFrame>
  );
}

function CheckInbox({ email, onAgain }: { email: string; onAgain(): void }) {
  return (
    <AccountFrame
      title="Check your inbox"
      subtitle={
        <>
          If <strong className="text-ink">{email}</strong>{" "}
          has an account, you will get an email with a code and a link. The link expires in 30 minutes.
        </>
      }
      after={<TextLink to="/login">Back to login</TextLink>}
    >
      <MailCheck aria-hidden="true" size={48} className="text-accent" />
      <div className="flex flex-wrap gap-3">
        <ButtonLink size="large" to={`/reset-psw?email=${encodeURIComponent(email)}`}>Enter code</ButtonLink>
        <Button size="large" variant="quiet" onClick={onAgain}>Try a different email</Button>
      </div>
    </AccountFrame>
  );
}
