import { Minus, Plus } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { Text } from 'react-aria-components/Text';
import './field.css';
import { Icon } from './icon.tsx';
import './number-field.css';
import './setting.css';
import './slider.css';

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Error of the number; null when valid. */
  readonly error?: string | null | undefined;
  /** Null while the field is empty. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Stands behind the number. */
  readonly unit?: string | undefined;
  /** Shown while the field is empty. */
  readonly placeholder?: string | undefined;
  /** A track beside it, for numbers that are found by trying. */
  readonly hasSlider?: boolean | undefined;
  readonly onChange: (value: number | null) => void;
}

/** A number between two ends: typed, stepped with arrow keys and buttons, or found on a track. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, error = null, value, min, max, step, unit, onChange } = props;
  const decimals = countDecimals(step);
  return (
    <AriaNumberField
      className="ui-setting"
      value={value ?? Number.NaN}
      minValue={min}
      maxValue={max}
      step={step}
      formatOptions={{ maximumFractionDigits: decimals, minimumFractionDigits: decimals }}
      isInvalid={error !== null}
      validationBehavior="aria"
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
    >
      <Label className="ui-label">{label}</Label>
      <div className="ui-setting-body">
        {props.hasSlider === true ? (
          <Slider
            className="ui-number-slider"
            aria-label={label}
            value={value ?? min}
            minValue={min}
            maxValue={max}
            step={step}
            formatOptions={{ maximumFractionDigits: decimals }}
            onChange={onChange}
          >
            <SliderTrack className="ui-slider-track">
              <SliderThumb className="ui-slider-thumb" />
            </SliderTrack>
          </Slider>
        ) : null}
        <Group className="ui-number">
          <Button className="ui-number-step" slot="decrement">
            <Icon of={Minus} size="small" />
          </Button>
          <Input className="ui-number-input" placeholder={props.placeholder ?? ''} />
          {unit === undefined ? null : (
            <span className="ui-number-unit" aria-hidden="true">
              {unit}
            </span>
          )}
          <Button className="ui-number-step" slot="increment">
            <Icon of={Plus} size="small" />
          </Button>
        </Group>
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className="ui-hint">
          {hint}
        </Text>
      )}
      <FieldError className="ui-field-error">{error}</FieldError>
    </AriaNumberField>
  );
}

/** Digits behind the point that a step needs. */
function countDecimals(step: number): number {
  return String(step).split('.')[1]?.length ?? 0;
}
