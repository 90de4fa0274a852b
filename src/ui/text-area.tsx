import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import './field.css';
import './text-area.css';

/** Text field of several lines with a label and its error; grows with its text. */
export function TextArea(props: {
  readonly label: string;
  readonly name: string;
  readonly placeholder: string;
  /** Error of the text; null when valid. */
  readonly error: string | null;
  /** Remark below the text, such as its length; spoken with the field. */
  readonly foot?: ReactNode;
  /** Starts with a few lines, for texts that are usually short. */
  readonly isShort?: boolean | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, name, placeholder, error, foot, value, onChange } = props;
  return (
    <TextField
      className="ui-field"
      name={name}
      isInvalid={error !== null}
      validationBehavior="aria"
      value={value}
      onChange={onChange}
    >
      <Label className="ui-label">{label}</Label>
      <AriaTextArea
        className="ui-input ui-area"
        placeholder={placeholder}
        dir="auto"
        data-size={props.isShort === true ? 'short' : undefined}
      />
      {foot === undefined ? null : (
        <Text slot="description" elementType="div" className="ui-hint">
          {foot}
        </Text>
      )}
      <FieldError className="ui-field-error">{error}</FieldError>
    </TextField>
  );
}
