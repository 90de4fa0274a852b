import { MonitorPlay } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Row, Rows } from '../../../../ui/card.tsx';
import { Note } from '../../../../ui/note.tsx';
import { StatusDot, type Tone } from '../../../../ui/status-dot.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import type { ObsRemedy, ObsStatus } from '../../../../contract/obs.ts';
import { useApp } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ObsForm } from './obs-form.tsx';
import { ObsSyncRow } from './obs-sync-row.tsx';
import { SectionHead } from '../section-head.tsx';
import { type ObsView, useObs } from './use-obs.ts';
import './obs-section.css';

const tones: Readonly<Record<ObsStatus['state'], Tone>> = {
  off: 'idle',
  ready: 'good',
  in_use: 'good',
  needs_setup: 'warning',
  needs_approval: 'warning',
  blocked: 'danger',
};

/** OBS Studio: the connection, its video, its audio and its virtual camera. */
export function ObsSection() {
  const obs = useObs();
  const { t } = useText();
  const { status } = obs;
  if (status === null) {
    return <SectionHead title={t('obs.title')}>{t('obs.intro')}</SectionHead>;
  }
  const { state, remedy, version, port } = status;
  return (
    <>
      <SectionHead
        title={t('obs.title')}
        action={<StatusDot tone={tones[state]}>{t(`obs.state.${state}`)}</StatusDot>}
      >
        {t('obs.intro')}
      </SectionHead>
      {remedy === null ? null : <RemedyNote remedy={remedy} obs={obs} port={port} />}
      {version === null ? <ObsForm obs={obs} status={status} /> : null}
      {version === null ? null : (
        <Rows>
          <Row
            title={t('obs.connection')}
            hint={
              <>
                <span className="line">
                  {t('obs.connected_to', { version, port: String(port) })}
                </span>
                <span className="line">{t('obs.disconnect_hint')}</span>
              </>
            }
          >
            <DisconnectButton obs={obs} />
          </Row>
          <PictureRow obs={obs} status={status} />
          <ObsSyncRow obs={obs} status={status} />
          <VirtualCameraRow obs={obs} status={status} />
          {status.input === null ? null : <TestRow obs={obs} />}
        </Rows>
      )}
      {version === null || obs.test === null ? null : (
        <figure className="obs-test">
          <img src={obs.test.url} alt={t('obs.test_image')} />
          <figcaption>
            <StatusDot tone={obs.test.verdict === 'ours' ? 'good' : 'warning'}>
              {t(`obs.verdict.${obs.test.verdict}`)}
            </StatusDot>
          </figcaption>
        </figure>
      )}
    </>
  );
}

interface PartProps {
  readonly obs: ObsView;
  readonly status: ObsStatus;
}

function RemedyNote(props: {
  readonly remedy: ObsRemedy;
  readonly obs: ObsView;
  readonly port: number;
}) {
  const { t } = useText();
  const { remedy, obs, port } = props;
  const tone = remedy === 'set_up' ? 'info' : 'warning';
  return (
    <Note
      tone={tone}
      title={t(`obs.remedy.${remedy}.title`, { port: String(port) })}
      action={remedy === 'set_up' ? <SetUpButton obs={obs} isFirst /> : undefined}
    >
      {t(`obs.remedy.${remedy}.text`)}
    </Note>
  );
}

function DisconnectButton({ obs }: { readonly obs: ObsView }) {
  const { t } = useText();
  return (
    <Button
      isPending={obs.pending === 'obs.disconnect'}
      onPress={() => void obs.run('obs.disconnect', {})}
    >
      {t('obs.disconnect')}
    </Button>
  );
}

function SetUpButton({ obs, isFirst }: { readonly obs: ObsView; readonly isFirst: boolean }) {
  const { notify } = useApp();
  const { t } = useText();
  const setUp = async (): Promise<void> => {
    if (await obs.run('obs.set_up', {})) {
      notify({ tone: 'good', title: t('obs.set_up_done') });
    }
  };
  return (
    <Button
      tone={isFirst ? 'primary' : undefined}
      icon={isFirst ? MonitorPlay : undefined}
      isPending={obs.pending === 'obs.set_up'}
      onPress={() => void setUp()}
    >
      {t(isFirst ? 'obs.set_up' : 'obs.set_up_again')}
    </Button>
  );
}

function PictureRow({ obs, status }: PartProps) {
  const { t } = useText();
  const { input, scene } = status;
  const hint =
    input === null
      ? t('obs.picture_none')
      : scene === null
        ? t('obs.picture_loose', { input })
        : t('obs.picture_at', { input, scene });
  return (
    <Row title={t('obs.picture')} hint={hint}>
      {input === null ? null : <SetUpButton obs={obs} isFirst={false} />}
    </Row>
  );
}

function VirtualCameraRow({ obs, status }: PartProps) {
  const { t } = useText();
  const { virtualCamera } = status;
  const isThere = virtualCamera === 'on' || virtualCamera === 'off';
  return (
    <Row
      title={t('obs.virtual_camera')}
      hint={t(isThere ? 'obs.virtual_camera_hint' : 'obs.virtual_camera_none')}
    >
      {isThere ? (
        <Switch
          isSelected={virtualCamera === 'on'}
          onChange={(isOn) => void obs.run('obs.set_virtual_camera', { isOn })}
        >
          <span className="spoken">{t('obs.virtual_camera')}</span>
        </Switch>
      ) : null}
    </Row>
  );
}

function TestRow({ obs }: { readonly obs: ObsView }) {
  const { t } = useText();
  return (
    <Row title={t('obs.test')} hint={t('obs.test_hint')}>
      <Button isPending={obs.pending === 'obs.test'} onPress={() => void obs.runTest()}>
        {t('obs.test_run')}
      </Button>
    </Row>
  );
}
