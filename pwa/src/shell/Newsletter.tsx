import { joinNewsletter } from "@contract/calls/contact.ts";
import { ask } from "../lib/ask.ts";
import { useState } from "react";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/TextField.tsx";

type State = "idle" | "busy" | "sent" | { failure: string; fields: Readonly<Record<string, string>> };

/** Name and email for the newsletter. It begins once the link in a mail is opened. */
export function Newsletter() {
  const [fields, setFields] = useState({ name: "", email: "" });
  const [state, setState] = useState<State>("idle");
  const submit = async () => {
    const missing = missingIn(fields);
    if (missing) return setState({ failure: "", fields: missing });
    setState("busy");
    try {
      await ask(joinNewsletter, { body: fields, withToken: false });
      setState("sent");
    } catch (error) {
      const text = failureText(error, "We could not sign you up", "No answer from Orin. Please try again.");
      setState({ failure: text, fields: refusedFields(error) });
    }
  };
  if (state === "sent") {
    return <p role="status">Almost there: please open the link in the email we sent to {fields.email}.</p>;
  }
  const refused = typeof state === "object" ? state : undefined;
  const change = (part: Partial<typeof fields>) => {
    setFields({ ...fields, ...part });
    setState("idle");
  };
  return (
    <Form onSubmit={submit} className="gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={100}
          value={fields.name}
          error={refused?.fields.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          value={fields.email}
          error={refused?.fields.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      </div>
      {refused && Object.keys(refused.fields).length === 0 && (
        <p role="alert" className="font-medium text-danger">{refused.failure}</p>
      )}
      <Button type="submit" className="self-start" busy={state === "busy"} busyLabel="Signing up...">Sign Me Up</Button>
    </Form>
  );
}

/** The service's own words, said before it is asked. */
function missingIn({ name, email }: { name: string; email: string }): Record<string, string> | undefined {
  const found = {
    ...(name.trim() === "" && { name: "Name is required" }),
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: "Please enter a valid email address" }),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}
