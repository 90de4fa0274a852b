import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
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
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, name, placeholder, error, value, onChange } = props;
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
      <AriaTextArea className="ui-input ui-area" placeholder={placeholder} dir="auto" />
      <FieldError className="ui-field-error">{error}</FieldError>
    </TextField>
  );
}
