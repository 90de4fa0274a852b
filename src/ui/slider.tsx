import { useState } from 'react';
import {
  Slider as AriaSlider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components/Slider';
import './slider.css';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Format of the shown and spoken value. */
  readonly format: Intl.NumberFormatOptions;
  /** Called when the thumb is released, not while it moves. */
  readonly onChange: (value: number) => void;
}

/** A number between two ends; the text beside it says the value. */
export function Slider({ label, value, min, max, step, format, onChange }: SliderProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <AriaSlider
      className="ui-slider"
      aria-label={label}
      value={dragged ?? value}
      minValue={min}
      maxValue={max}
      step={step}
      formatOptions={format}
      onChange={setDragged}
      onChangeEnd={(end) => {
        setDragged(null);
        onChange(end);
      }}
    >
      <SliderTrack className="ui-slider-track">
        <SliderThumb className="ui-slider-thumb" />
      </SliderTrack>
      <SliderOutput className="ui-slider-output" />
    </AriaSlider>
  );
}
