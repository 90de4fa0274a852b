import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import './field.css';
import './text-area.css';

/** Several lines of text with a label and what is wrong with them; grows with its text. */
export function TextArea(props: {
  readonly label: string;
  readonly name: string;
  readonly placeholder: string;
  /** What is wrong with the text; null while nothing is. */
  readonly error: string | null;
  /** What is said of the text below it, such as its length; spoken with the field. */
  readonly foot?: ReactNode;
  /** A few lines at first, for what is mostly short. */
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
