import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from "input-otp";
import { classNames } from "./class_names.ts";
import { Field } from "./Field.tsx";

interface OtpFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Called once all digits are there. */
  onComplete?(value: string): void;
  length?: number;
  hint?: string | undefined;
  error?: string | undefined;
  autoFocus?: boolean;
  disabled?: boolean;
}

/** One input drawn as cells, so that paste, autofill, Backspace and the arrows work as everywhere. */
export function OtpField(props: OtpFieldProps) {
  const { label, value, onChange, onComplete, length = 5, hint, error, autoFocus = false, disabled = false } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <OTPInput
          {...control}
          value={value}
          onChange={onChange}
          onComplete={(code: string) => onComplete?.(code)}
          maxLength={length}
          pattern={REGEXP_ONLY_DIGITS}
          // Codes are pasted as mails show them: "12 345" or "12-345".
          pasteTransformer={(pasted) => pasted.replace(/[\s-]/g, "")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={autoFocus}
          disabled={disabled}
          containerClassName="flex"
          render={({ slots, isFocused }) => (
            <div aria-hidden="true" className="flex w-full max-w-80 gap-2.5">
              {slots.map((slot, index) => <Cell key={index} slot={slot} isFocused={isFocused} isWrong={!!error} />)}
            </div>
          )}
        />
      )}
    </Field>
  );
}

function Cell({ slot, isFocused, isWrong }: { slot: SlotProps; isFocused: boolean; isWrong: boolean }) {
  const isActive = isFocused && slot.isActive;
  return (
    <div
      className={classNames(
        "relative grid h-15 flex-1 place-items-center rounded-md border bg-sunken text-2xl font-bold tabular-nums transition-colors",
        isActive ? "border-focus outline-2 outline-focus" : isWrong ? "border-danger" : "border-line-strong",
      )}
    >
      {slot.char}
      {slot.hasFakeCaret && <span className="absolute h-7 w-0.5 animate-breathe bg-focus" />}
    </div>
  );
}
