import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { Tone } from '../../../../ui/status-dot.tsx';
import { useApp, useDevices, useLive } from '../../../app/app-context.ts';
import type { TextKey } from '../../../i18n/en/catalogue.ts';
import { groupWarnings } from '../../../i18n/foreign-words.ts';
import type { Text } from '../../../i18n/text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { describeError } from '../../../i18n/describe-error.ts';
import { findFault } from '../../../../base/faults.ts';
import type { LiveMetrics } from '../../../live/session/live-metrics.ts';
import type { ShownLiveEnd } from '../../../live/session/live-view.ts';
import type { OutputStatus } from '../../../live/output/output-status.ts';
import { useLiveChoice, useOutputStatus } from '../../../live/output/use-output-status.ts';
import { useChangeNote, usePreviewNote } from '../../../live/session/use-preview.ts';
import { findLimit, type Rates } from '../../../session/rates.ts';
import { toLimitCause } from './limit-cause.ts';
import { isSmallestFormat } from '../../../live/session/size-watch.ts';
import type { FileRefusal } from '../receive-files.ts';
import { useStage } from '../stage-context.ts';
import { useProcessorLoad } from './use-processor-load.ts';

/** Note about the output or the last action. */
export interface StageNote {
  readonly id: string;
  readonly tone: Exclude<Tone, 'good' | 'idle'>;
  readonly title: string;
  readonly text: string;
  /** True when a task of unknown duration is in progress. */
  readonly isWorking?: boolean | undefined;
  readonly actions?: ReactNode;
  readonly onClose?: (() => void) | undefined;
}

/** All there is to know now, what others see first. */
export function useStageNotes(): readonly StageNote[] {
  const text = useText();
  const { t } = text;
  const { live } = useApp();
  const stage = useStage();
  const status = useOutputStatus();
  const end = useLive((state) => state.end);
  const warnings = useLive((state) => state.warnings);
  const offer = useLive((state) => state.offer);
  const changing = useChangeNote();
  const preview = usePreviewNote();
  const limit = useLimitNote(stage.rates, status);
  const notes: readonly (StageNote | null)[] = [
    toStatusNote(t, status),
    stage.refusals.length === 0 ? null : toRefusalNote(text, stage),
    end === null ? null : { ...toEndNote(text, end), onClose: () => live.getState().forgetEnd() },
    changing === null
      ? null
      : { id: 'changing', tone: 'info', title: changing, text: '', isWorking: true },
    limit,
    ...groupWarnings(text, warnings).map((group): StageNote => ({
      id: `warning.${group.warnings[0]?.code}`,
      tone: 'warning',
      title: group.title,
      text: group.text,
      onClose: () => live.getState().forgetWarnings(group.warnings),
    })),
    offer?.isOffered === false
      ? {
          id: 'offer',
          tone: 'warning',
          title: t('stage.no_offer'),
          text: t('output.missing.offer'),
        }
      : null,
  ];
  const all = notes.filter((note) => note !== null);
  return all.length === 0 && preview !== null && status.is === 'preview'
    ? [{ id: 'preview', tone: 'info', title: t('stage.preview'), text: preview }]
    : all;
}

/** Reason for the card, with its remedy. It is shown below the output, which shows only what others see. */
function toStatusNote(t: Text['t'], status: OutputStatus): StageNote | null {
  if (status.is === 'connecting') {
    return {
      id: 'connecting',
      tone: 'info',
      title: t('output.connecting.title'),
      text: t('output.connecting.text'),
      isWorking: true,
    };
  }
  return status.is === 'covered'
    ? {
        id: 'covered',
        tone: 'info',
        title: t(`output.covered.${status.reason}.title`),
        text: t(`output.covered.${status.reason}.text`),
        isWorking: status.reason === 'room' || status.reason === 'service',
        actions: status.reason === 'camera' ? <CameraRemedy /> : null,
      }
    : null;
}

function CameraRemedy() {
  const { devices } = useApp();
  const { t } = useText();
  const stage = useStage();
  const hasOther = useDevices(({ cameras }) => cameras.length > 0);
  return (
    <>
      <Button onPress={() => void devices.getState().startCamera()}>{t('action.try_again')}</Button>
      {hasOther ? (
        <Button onPress={() => stage.setPanel('set_up')}>{t('stage.other_camera')}</Button>
      ) : null}
      <Button onPress={() => stage.choose('clip')}>{t('output.use_clip')}</Button>
    </>
  );
}

/** Bottleneck of the video, by its cause: of the camera before going live, then of the output. */
function useLimitNote(rates: Rates | null, status: OutputStatus): StageNote | null {
  const { t } = useText();
  const { choice } = useLiveChoice();
  const isSmallest = isSmallestFormat(choice);
  const metrics = useLive((state) => state.metrics);
  const facts = useDevices(({ camera }) => camera.facts);
  const hasClip = useLive(({ clip }) => clip !== null);
  const load = useProcessorLoad(useLive(({ camera }) => camera !== null));
  if (status.is === 'preview') {
    // A camera that could deliver more than is sent is no bottleneck.
    const promisedFps = Math.min(facts?.fps ?? 0, choice.fps);
    const cameraFps = Math.min(rates?.cameraFps ?? promisedFps, choice.fps);
    const found =
      rates === null || facts === null || hasClip
        ? null
        : findLimit(promisedFps, { ...rates, cameraFps });
    const limit = found === null ? null : toLimitCause(found, { load, hasClip });
    return limit === null || rates === null || facts === null
      ? null
      : {
          id: `limit.${limit}`,
          tone: 'warning',
          title: t(`stage.limit.${limit}`, { fps: Math.round(rates.shownFps) }),
          text:
            limit === found
              ? t(`live.limit.${limit}`, {
                  camera: Math.round(cameraFps),
                  promised: Math.round(promisedFps),
                  shown: Math.round(rates.shownFps),
                })
              : t(isSmallest ? 'output.limit.smallest' : 'output.limit.computer'),
        };
  }
  if (status.is !== 'live' && status.is !== 'degraded') {
    return null;
  }
  const limit = metrics.limit === null ? null : toLimitCause(metrics.limit, { load, hasClip });
  return toOutputLimit(t, status, { ...metrics, limit }, isSmallest);
}

function toOutputLimit(
  t: Text['t'],
  status: OutputStatus,
  { limit, sentFps, fps }: LiveMetrics,
  isSmallest: boolean,
): StageNote | null {
  const reason = status.is === 'degraded' ? status.reason : null;
  if (reason === 'no_face' || reason === 'busy' || reason === 'linking') {
    return {
      id: reason,
      tone: 'warning',
      title: t(`stage.degraded.${reason}`),
      text: t(`output.degraded.${reason}`),
      isWorking: reason === 'linking',
    };
  }
  if (limit === null) {
    return reason === null
      ? null
      : {
          id: 'slow',
          tone: 'warning',
          title: t('stage.limit.unknown', { fps: Math.round(fps) }),
          text: t('output.degraded.slow'),
        };
  }
  const advice: TextKey =
    limit === 'computer' && isSmallest ? 'output.limit.smallest' : `output.limit.${limit}`;
  return {
    id: `limit.${limit}`,
    tone: 'warning',
    title: t(`stage.limit.${limit}`, {
      fps: Math.round(limit === 'camera' ? (sentFps ?? 0) : fps),
    }),
    text: t(advice),
  };
}

function toEndNote(text: Text, end: ShownLiveEnd): StageNote {
  const { t } = text;
  const { reason, error } = end;
  const isPlain = error === null || reason === 'lost';
  return {
    id: 'end',
    tone: error === null ? 'info' : 'danger',
    title: isPlain ? t(`output.ended.${reason}.title`) : describeError(text, error).title,
    text: isPlain ? t(`output.ended.${reason}.text`) : describeError(text, error).advice,
    ...(error?.code === 'insufficient_credits'
      ? { text: t('spend.shorter'), actions: <SetUpKey /> }
      : {}),
  };
}

function SetUpKey() {
  const { t } = useText();
  const { setPanel } = useStage();
  return <Button onPress={() => setPanel('set_up')}>{t('stage.set_up')}</Button>;
}

function toRefusalNote(
  text: Text,
  { refusals, dismissRefusals }: ReturnType<typeof useStage>,
): StageNote {
  return {
    id: 'refusals',
    tone: refusals.every(({ why }) => why === 'spare') ? 'info' : 'warning',
    title: refusals.map((refusal) => toRefusalTitle(text, refusal)).join(' '),
    text: refusals.map((refusal) => toRefusalText(text, refusal)).join(' '),
    onClose: dismissRefusals,
  };
}

function toRefusalTitle(text: Text, refusal: FileRefusal): string {
  const { t } = text;
  return refusal.why === 'error'
    ? t('stage.refused.error', {
        name: refusal.name,
        why: describeError(text, refusal.error).title,
      })
    : t(`stage.refused.${refusal.why}`, { names: refusal.names.join(', ') });
}

function toRefusalText(text: Text, refusal: FileRefusal): string {
  const { t } = text;
  switch (refusal.why) {
    case 'error':
      return findFault(refusal.error.details) === null
        ? t(`stage.allowed.${refusal.use}`)
        : describeError(text, refusal.error).advice;
    case 'unusable':
      return t('stage.allowed');
    case 'spare':
      return t('stage.spare');
  }
}
