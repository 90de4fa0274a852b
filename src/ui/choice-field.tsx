import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import './field.css';
import './segmented.css';
import './setting.css';

/** Radio group of a few short choices, side by side, after its name; arrow keys move between them. */
export function ChoiceField(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Error of the choice; null when valid. */
  readonly error?: string | null | undefined;
  readonly value: string | null;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (id: string) => void;
}) {
  const { label, hint, error = null, value, options, onChange } = props;
  return (
    <RadioGroup
      className="ui-setting"
      orientation="horizontal"
      value={value}
      isInvalid={error !== null}
      validationBehavior="aria"
      onChange={onChange}
    >
      <Label className="ui-label">{label}</Label>
      <div className="ui-segmented">
        {options.map((option) => (
          <Radio key={option.id} className="ui-segment" value={option.id}>
            {option.label}
          </Radio>
        ))}
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className="ui-hint">
          {hint}
        </Text>
      )}
      <FieldError className="ui-field-error">{error}</FieldError>
    </RadioGroup>
  );
}
