import type { SecondFactorSetup } from "@contract/second_factor.ts";
import { useState } from "react";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { AppCode } from "./AppCode.tsx";
import { type Caller, useLinkApp, useSetup } from "./api.ts";
import { encode } from "uqr";

export const CODE_LENGTH = 6;

interface Props {
  call: Caller;
  /** There is an app already, which has to agree. */
  isChange: boolean;
  onLinked(recoveryCodes: readonly string[]): void;
  onCancel?(): void;
}

/** Links an authenticator app: the app reads the QR code and shows its first code. */
export function LinkApp(props: Props) {
  return (
    <Loaded
      query={useSetup(props.call)}
      count={4}
      label="Making a QR code..."
      failure="The QR code could not be made"
    >
      {(setup) => <Confirm {...props} setup={setup} />}
    </Loaded>
  );
}

function Confirm({ call, isChange, onLinked, onCancel, setup }: Props & { setup: SecondFactorSetup }) {
  const [code, setCode] = useState("");
  const [currentCode, setCurrentCode] = useState("");
  const link = useLinkApp(call);
  const isFilled = code.length === CODE_LENGTH && (!isChange || currentCode.trim() !== "");
  const submit = () => {
    if (!isFilled || link.isPending) return;
    const body = { setup: setup.setup, code, ...(isChange && { currentCode }) };
    link.mutate(body, {
      onSuccess: ({ recoveryCodes }) => onLinked(recoveryCodes),
      // The cells are full: emptying them one by one takes long.
      onError: () => setCode(""),
    });
  };
  const fields = link.error instanceof ApiError ? link.error.fields : {};
  const isOther = link.isError && fields.code === undefined && fields.currentCode === undefined;
  return (
    <Form onSubmit={submit}>
      <p className="text-sm text-ink-soft">
        Scan this with an authenticator app, such as Google Authenticator, 2FAS or Aegis. Then enter the code that it
        shows.
      </p>
      <QrCode text={setup.address} label="QR code for your authenticator app" />
      <div className="text-sm">
        <p className="text-ink-soft">No camera? Type this key into the app:</p>
        <p className="font-mono wrap-anywhere select-all">{inGroups(setup.secret)}</p>
      </div>
      {isChange && (
        <AppCode
          label="Code of your app until now"
          autoComplete="off"
          value={currentCode}
          error={fields.currentCode}
          onChange={(event) => setCurrentCode(event.target.value)}
        />
      )}
      <OtpField
        label={isChange ? "Code of the new app" : "Code of the app"}
        length={CODE_LENGTH}
        value={code}
        error={fields.code}
        onChange={setCode}
      />
      {isOther && <Banner tone="error">{failureText(link.error, "The app could not be linked")}</Banner>}
      <div className="flex flex-wrap justify-end gap-3 *:flex-1">
        {onCancel && <Button variant="quiet" onClick={onCancel}>Cancel</Button>}
        <Button type="submit" busy={link.isPending} busyLabel="Checking..." disabled={!isFilled}>Link the app</Button>
      </div>
    </Form>
  );
}

/** As people read long keys: four letters at a time. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}

/** A text as a QR code, dark on light in every theme: cameras read the other way round badly. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 3 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : []));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-52 rounded-lg"
    >
      <rect width={size} height={size} fill="white" />
      <path d={modules.join("")} fill="black" />
    </svg>
  );
}
