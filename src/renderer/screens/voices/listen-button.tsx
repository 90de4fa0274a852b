import { LoaderCircle, Play, Square } from 'lucide-react';
import { useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { SampleQuestion } from '../../../contract/speech.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useApp, useVoices } from '../../app/app-context.ts';

/** A longer press is a hold: the audio stops when it ends. */
const holdMs = 400;

/**
 * Plays a voice sample: a press plays its sentence or stops it, a hold plays while it lasts. Enter and Space do
 * the same.
 */
export function ListenButton(props: {
  /** Identifies the sample in the voice store. */
  readonly origin: string;
  readonly question: SampleQuestion;
  readonly playLabel: string;
  readonly stopLabel: string;
  readonly isDisabled?: boolean | undefined;
}) {
  const { origin, question, playLabel, stopLabel } = props;
  const { voices, attempt } = useApp();
  const isPlaying = useVoices(({ listening }) => listening?.origin === origin);
  const isWaiting = useVoices(
    ({ listening }) => listening?.origin === origin && listening.sound === null,
  );
  const pressedAtMs = useRef<number | null>(null);
  const begin = (): void => {
    if (isPlaying) {
      pressedAtMs.current = null;
      voices.getState().stop();
    } else {
      pressedAtMs.current = performance.now();
      void attempt(() => voices.getState().listen(origin, question));
    }
  };
  const end = (): void => {
    if (pressedAtMs.current !== null && performance.now() - pressedAtMs.current > holdMs) {
      voices.getState().stop();
    }
    pressedAtMs.current = null;
  };
  return (
    <AriaButton
      className="ui-button"
      data-shape="icon"
      aria-label={isPlaying ? stopLabel : playLabel}
      isDisabled={props.isDisabled ?? false}
      onPressStart={begin}
      onPressEnd={end}
    >
      <Icon of={isWaiting ? LoaderCircle : isPlaying ? Square : Play} />
    </AriaButton>
  );
}
