import { Check, ImagePlus, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useApp, useCharacters, useDevices, useLive } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useLiveChoice } from '../../../live/output/use-output-status.ts';
import { isFailure } from '../../../session/media-failure.ts';
import { useStage } from '../stage-context.ts';

/** Three steps to going live, with an action for each. */
export function NextSteps() {
  const { t } = useText();
  const { choice } = useLiveChoice();
  const hasCamera = useLive((state) => state.camera !== null);
  const hasCharacter = choice.characterId !== null;
  return (
    <ol className="steps" aria-label={t('stage.steps')}>
      <CharacterStep isDone={hasCharacter} />
      <CameraStep isDone={hasCamera} isNext={hasCharacter && !hasCamera} />
      <Step number={3} title={t('output.go')} isDone={false} isNext={hasCharacter && hasCamera}>
        <span className="step-text">{t('stage.step.live')}</span>
      </Step>
    </ol>
  );
}

function CharacterStep({ isDone }: { readonly isDone: boolean }) {
  const { t } = useText();
  const stage = useStage();
  const { choice } = useLiveChoice();
  const name = useCharacters(
    ({ characters }) => characters.find(({ id }) => id === choice.characterId)?.name ?? '',
  );
  return (
    <Step number={1} title={t('output.character')} isDone={isDone} isNext={!isDone}>
      {isDone ? (
        <span className="step-text">{name}</span>
      ) : (
        <Button icon={ImagePlus} tone="primary" onPress={() => stage.choose('character')}>
          {t('output.gallery_choose')}
        </Button>
      )}
    </Step>
  );
}

function CameraStep({ isDone, isNext }: { readonly isDone: boolean; readonly isNext: boolean }) {
  const { devices } = useApp();
  const { t } = useText();
  const stage = useStage();
  const clipName = useLive(({ clip }) => clip?.name ?? null);
  const state = useDevices(({ camera }) => camera.state);
  const cameraName = useDevices(
    ({ cameras, camera }) => cameras.find(({ id }) => id === camera.openId)?.label ?? '',
  );
  return (
    <Step number={2} title={t('live.camera')} isDone={isDone} isNext={isNext}>
      {isDone ? (
        <span className="step-text">{clipName ?? cameraName}</span>
      ) : (
        <>
          <Button
            icon={Video}
            tone={isNext ? 'primary' : undefined}
            isPending={state === 'starting'}
            onPress={() => void devices.getState().startCamera()}
          >
            {t(isFailure(state) ? 'action.try_again' : 'live.start_camera')}
          </Button>
          <Button onPress={() => stage.choose('clip')}>{t('output.use_clip')}</Button>
        </>
      )}
    </Step>
  );
}

function Step(props: {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isNext: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useText();
  return (
    <li
      className="step"
      data-state={props.isDone ? 'done' : props.isNext ? 'next' : 'later'}
      aria-current={props.isNext ? 'step' : undefined}
    >
      <span className="step-title">
        <span className="step-number" aria-hidden="true">
          {props.isDone ? <Icon of={Check} size="small" /> : props.number}
        </span>
        {props.title}
        {props.isDone ? <span className="spoken">{t('stage.step.done')}</span> : null}
      </span>
      <span className="step-ways">{props.children}</span>
    </li>
  );
}
