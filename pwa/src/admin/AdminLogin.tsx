import { logInAdmin } from "@contract/calls/admin_team.ts";
import { ask } from "../lib/ask.ts";
import type { AdminLoginAnswer } from "@contract/admin.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { failureText, hasCode } from "../lib/api_error.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Form } from "../ui/Form.tsx";
import { CredentialFields } from "../ui/CredentialFields.tsx";
import { Enrolment } from "./Enrolment.tsx";
import { Invitation, invitationIn } from "./Invitation.tsx";
import { knowsPasskeys, passkeyIn, type PasskeyResponse, signWithPasskey } from "./second_factor/browser_passkey.ts";
import { CodeStep } from "./second_factor/CodeStep.tsx";
import { askAdminSession, type EndReason, startAdminSession, useAdminSession, useEndReason } from "./shell/session.ts";

interface Credentials {
  email: string;
  password: string;
}

const ENDED: Record<EndReason, string> = {
  expired: "Your 8-hour session has ended. Please log in again.",
  refused: "Authentication required. Please log in again.",
  idle: "You did nothing for 30 minutes, so your session has ended. Please log in again.",
};

const NO_PASSKEY = "Your passkey did not answer. Please try again, or enter a code.";

/** `/admin`: the back office's own log-in. Leads to `/dashboard`, or back to where an ended session stopped. */
export function AdminLogin() {
  const { form, submit, isPending, failure, invited, leave, isCodeAsked, sendCode, sendPasskey } = useAdminLogIn();
  const session = useAdminSession();
  const reason = useEndReason();
  const { state, hash } = useLocation();
  const next = nextOf(state);
  const invitation = invitationIn(hash);
  const navigate = useNavigate();
  useEffect(() => void askAdminSession(), []);
  if (session) return <Navigate to={next} replace />;
  return (
    <div className="relative isolate grid min-h-dvh place-items-center overflow-hidden px-5 py-10">
      <AdireCloth
        seed="orin back office"
        className="-z-10 text-dye opacity-60 mask-[radial-gradient(90%_90%_at_50%_0%,black,transparent)] in-data-[theme=light]:opacity-15"
      />
      <Card className="w-full max-w-md animate-enter bg-raised shadow-float">
        {invitation !== undefined
          ? <Invitation key={invitation} invitation={invitation} onBack={() => navigate("/admin", { replace: true })} />
          : invited
          ? <Enrolment {...invited} onBack={leave} />
          : isCodeAsked
          ? <CodeStep busy={isPending} failure={failure} onCode={sendCode} onPasskey={sendPasskey} onBack={leave} />
          : (
            <>
              <h1 className="text-2xl">Admin login</h1>
              <p className="mt-1 mb-6 text-sm text-ink-soft">
                Orin's back office. Sessions last 8 hours, or 30 minutes without use.
              </p>
              {reason && !failure && <Banner tone="info" className="mb-5">{ENDED[reason]}</Banner>}
              <Form onSubmit={submit}>
                <CredentialFields
                  email={form.register("email", { required: true })}
                  password={form.register("password", { required: true })}
                  failure={failure}
                />
                <Button type="submit" size="large" busy={isPending} busyLabel="Logging in...">Login</Button>
              </Form>
            </>
          )}
      </Card>
    </div>
  );
}

function useAdminLogIn() {
  /** Whose password was right, where a code is asked for, too. */
  const [proven, setProven] = useState<Credentials & { hasPasskey: boolean } | null>(null);
  const logIn = useMutation({
    mutationFn: ({ isPasskey = false, ...body }: Credentials & { code?: string; isPasskey?: boolean }) =>
      isPasskey ? postWithPasskey(body) : post(body),
    onSuccess: (answer) => answer.standing === "works" && startAdminSession(answer),
    onError: (error, { email, password }) =>
      hasCode(error, "second_factor_required") &&
      setProven({ email, password, hasPasskey: passkeyIn(error) !== undefined && knowsPasskeys() }),
  });
  const form = useForm<Credentials>({ defaultValues: { email: "", password: "" } });
  const { errors } = form.formState;
  // The button was disabled meanwhile and has lost the focus.
  const submit = form.handleSubmit((body) =>
    logIn.mutateAsync(body).catch(() => form.setFocus("password", { shouldSelect: true }))
  );
  const send = async (how: { code: string } | { isPasskey: true }) => {
    const { email = "", password = "" } = proven ?? {};
    await logIn.mutateAsync({ email, password, ...how });
  };
  const sendCode = (code: string) => send({ code });
  const sendPasskey = proven?.hasPasskey ? () => send({ isPasskey: true }) : undefined;
  const withoutText = logIn.variables?.isPasskey ? NO_PASSKEY : "Login failed";
  const refusal = logIn.isError && !hasCode(logIn.error, "second_factor_required")
    ? failureText(logIn.error, withoutText, "An error occurred. Please try again.")
    : undefined;
  const failure = errors.email ?? errors.password ? "Please fill in all fields" : refusal;
  const { data: login, variables } = logIn;
  const invited = login && variables && login.standing !== "works" ? { login, given: variables.password } : undefined;
  const leave = () => {
    logIn.reset();
    form.reset();
    setProven(null);
  };
  const secondStep = { isCodeAsked: proven !== null, sendCode, sendPasskey };
  return { form, submit, isPending: logIn.isPending, failure, invited, leave, ...secondStep };
}

function post(body: Credentials & { code?: string; passkey?: PasskeyResponse }): Promise<AdminLoginAnswer> {
  return ask(logInAdmin, { body: { ...body, session: "cookie" }, withToken: false });
}

/** What a passkey signs counts once and for minutes, so each try asks for it anew. */
async function postWithPasskey(body: Credentials): Promise<AdminLoginAnswer> {
  try {
    return await post(body);
  } catch (error) {
    const options = passkeyIn(error);
    if (!options) throw error;
    return await post({ ...body, passkey: await signWithPasskey(options) });
  }
}

/** Where the guard came from; only it sets this state, so the path is one of ours. */
function nextOf(state: unknown): string {
  const next: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "next") : undefined;
  return typeof next === "string" && next.startsWith("/") ? next : "/dashboard";
}
