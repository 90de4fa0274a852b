import { Check, ChevronsUpDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import './field.css';
import { Icon } from './icon.tsx';
import './select.css';
import './setting.css';

/** One option of a {@link Select}. */
export interface SelectOption {
  readonly id: string;
  readonly label: string;
}

interface SelectProps {
  readonly label: string;
  /** The label is spoken only: a visible text beside the field already says it. */
  readonly isLabelHidden?: boolean | undefined;
  readonly options: readonly SelectOption[];
  readonly value: string | null;
  readonly placeholder: string;
  readonly isDisabled?: boolean | undefined;
  /** Description of its effect, below it. */
  readonly hint?: string | undefined;
  /** Places its name before it, as in other settings. */
  readonly isSetting?: boolean | undefined;
  readonly onChange: (id: string) => void;
}

/** Choice among several named options that are too many or too long to be shown side by side. */
export function Select(props: SelectProps) {
  const { label, isLabelHidden = false, options, value, placeholder, hint, onChange } = props;
  return (
    <AriaSelect
      className={props.isSetting === true ? 'ui-setting' : 'ui-select'}
      value={value}
      placeholder={placeholder}
      isDisabled={props.isDisabled ?? false}
      onChange={(key) => {
        if (key !== null) {
          onChange(String(key));
        }
      }}
      {...(isLabelHidden ? { 'aria-label': label } : {})}
    >
      {isLabelHidden ? null : <Label className="ui-label">{label}</Label>}
      <Button className="ui-select-button">
        {/* Names of devices are longer than any field. */}
        <span
          className="ui-select-value"
          title={options.find(({ id }) => id === value)?.label ?? placeholder}
        >
          <SelectValue />
        </span>
        <Icon of={ChevronsUpDown} size="small" />
      </Button>
      {hint === undefined ? null : (
        <Text slot="description" className="ui-hint">
          {hint}
        </Text>
      )}
      <Popover className="ui-popover">
        <ListBox items={options}>
          {(option) => (
            <ListBoxItem className="ui-option" id={option.id} textValue={option.label}>
              {({ isSelected }) => (
                <>
                  {option.label}
                  {isSelected ? <Icon of={Check} size="small" /> : null}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
