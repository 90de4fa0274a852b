import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import './choice-cards.css';
import { Icon, type IconSymbol } from './icon.tsx';

/** Radio group of a few choices with a sentence each; arrow keys move between them. */
export function ChoiceCards<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  /** Shows the choices in one row without their sentences, once chosen, to save space. */
  readonly isRow?: boolean | undefined;
  readonly options: readonly {
    readonly id: T;
    readonly icon: IconSymbol;
    readonly title: string;
    readonly text: string;
  }[];
  readonly onChange: (id: T) => void;
}) {
  const { label, value, options, isRow = false, onChange } = props;
  return (
    <RadioGroup
      className="ui-choices"
      data-row={isRow}
      aria-label={label}
      value={value}
      onChange={(id) => {
        const option = options.find((candidate) => candidate.id === id);
        if (option !== undefined) {
          onChange(option.id);
        }
      }}
    >
      {options.map((option) => (
        <Radio key={option.id} className="ui-choice" value={option.id}>
          <Icon of={option.icon} {...(isRow ? {} : { size: 'large' })} />
          <span className="ui-choice-title">{option.title}</span>
          {isRow ? null : <span className="ui-choice-text">{option.text}</span>}
        </Radio>
      ))}
    </RadioGroup>
  );
}
