import { MOST_COMMENT_CHARACTERS } from "@contract/social.ts";
import type { Ref } from "react";
import { classNames } from "../ui/class_names.ts";
import { CONTROL } from "../ui/control_class.ts";
import { Field } from "../ui/Field.tsx";

const COUNT_FROM = MOST_COMMENT_CHARACTERS - 200;

interface CommentTextProps {
  label: string;
  value: string;
  error?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
  onChange(value: string): void;
}

/** Several lines of text, which grow with what is in them. */
export function CommentText({ label, value, error, disabled, autoFocus, ref, onChange }: CommentTextProps) {
  const left = MOST_COMMENT_CHARACTERS - value.length;
  return (
    <Field
      label={label}
      hideLabel
      error={error}
      hint={value.length > COUNT_FROM ? `${left} characters left` : undefined}
    >
      {(control) => (
        <textarea
          {...control}
          ref={ref}
          rows={2}
          maxLength={MOST_COMMENT_CHARACTERS}
          placeholder={`${label}...`}
          value={value}
          disabled={disabled}
          autoFocus={autoFocus}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(CONTROL, "field-sizing-content h-auto! max-h-72 min-h-20 resize-none py-3")}
        />
      )}
    </Field>
  );
}
