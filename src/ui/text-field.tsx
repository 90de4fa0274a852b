import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import './field.css';

interface TextFieldProps {
  readonly label: string;
  /** True when only screen readers get the label. */
  readonly isLabelHidden?: boolean | undefined;
  readonly name: string;
  readonly hint?: string | undefined;
  /** Error of the value; null when valid. */
  readonly error?: string | null | undefined;
  readonly placeholder?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Text field of one line with its label, a hint and its error. */
export function TextField({ label, name, hint, error = null, ...rest }: TextFieldProps) {
  return (
    <AriaTextField
      className="ui-field"
      name={name}
      autoComplete="off"
      spellCheck="false"
      {...(rest.isLabelHidden === true ? { 'aria-label': label } : {})}
      isInvalid={error !== null}
      validationBehavior="aria"
      value={rest.value}
      onChange={rest.onChange}
    >
      {rest.isLabelHidden === true ? null : <Label className="ui-label">{label}</Label>}
      <Input className="ui-input" placeholder={rest.placeholder ?? ''} />
      {hint === undefined ? null : (
        <Text slot="description" className="ui-hint">
          {hint}
        </Text>
      )}
      <FieldError className="ui-field-error">{error}</FieldError>
    </AriaTextField>
  );
}
