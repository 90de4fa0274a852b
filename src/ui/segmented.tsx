import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import './segmented.css';

/** Radio group of two to four short choices, side by side. */
export function Segmented<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly onChange: (id: T) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <RadioGroup
      className="ui-segmented"
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(id) => {
        const option = options.find((candidate) => candidate.id === id);
        if (option !== undefined) {
          onChange(option.id);
        }
      }}
    >
      {options.map((option) => (
        <Radio key={option.id} className="ui-segment" value={option.id}>
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
