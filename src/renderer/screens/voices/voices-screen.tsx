import { MessageSquareText } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { useApp, useDraft, useVoices } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { ServiceFailure } from '../../shell/service-failure.tsx';
import { useActiveService } from '../../shell/use-active-service.ts';
import { chooseScriptVoice } from '../../jobs/form/script-feature.ts';
import { ConvertButton } from './convert-button.tsx';
import { ConvertDialog } from './convert-dialog.tsx';
import { VoiceFinder } from './voice-finder.tsx';
import { VoiceListView } from './voice-list.tsx';
import './voices.css';

/** Screen to find voices, listen to them and use them in a script. */
export function VoicesScreen() {
  const { voices, conversion, attempt } = useApp();
  const { t } = useText();
  const drop = useFileDrop(([file]) => void attempt(() => conversion.getState().open(file)));
  useEffect(() => {
    void voices.getState().refresh();
    return () => {
      voices.getState().stop();
      conversion.getState().close();
    };
  }, [voices, conversion]);
  return (
    <>
      <div className="voices-page" {...drop}>
        <PageHeader title={t('voices.title')} actions={<ConvertButton />}>
          {t('voices.intro')}
        </PageHeader>
        <Voices />
      </div>
      <ConvertDialog />
    </>
  );
}

function Voices() {
  const app = useApp();
  const { t } = useText();
  const { profile, title } = useActiveService();
  const list = useVoices((state) => state.list);
  const current = useDraft(({ options }) => options['voice_id']);
  if (list === null || list.profileId !== profile.id || list.voices.length === 0) {
    return <NoVoices />;
  }
  return (
    <div className="voices">
      <VoiceFinder voices={list.voices}>
        {(found) => (
          <VoiceListView
            voices={found}
            canListen={list.canListen}
            currentId={typeof current === 'string' ? current : undefined}
            actionText={t('voices.use')}
            actionIcon={MessageSquareText}
            actionLabel={(name) => t('voices.use_named', { name })}
            onUse={(id) => chooseScriptVoice(app, id)}
          />
        )}
      </VoiceFinder>
      <p className="voices-note">
        {list.canListen ? t('voices.quality_note') : t('voices.no_samples', { name: title })}
      </p>
    </div>
  );
}

/** Reason why no voice is listed, with its remedy. */
function NoVoices() {
  const { voices, view } = useApp();
  const text = useText();
  const { t } = text;
  const { profile, title } = useActiveService();
  const list = useVoices((state) => state.list);
  const error = useVoices((state) => state.error);
  const isEmpty = list !== null && list.profileId === profile.id;
  const phase = isEmpty ? 'empty' : 'asking';
  const words = error === null ? null : describeError(text, error);
  return (
    <>
      {profile.kind === 'embedded' ? <ServiceFailure /> : null}
      <EmptyState
        illustration="waves"
        title={words?.title ?? t(`voices.${phase}.title`, { name: title })}
        action={
          error === null ? (
            <Button onPress={() => view.getState().openSection('service')}>
              {t('action.open_service')}
            </Button>
          ) : (
            <Button tone="primary" onPress={() => void voices.getState().load()}>
              {t('action.try_again')}
            </Button>
          )
        }
      >
        {words?.advice ?? t(`voices.${phase}.text`)}
      </EmptyState>
    </>
  );
}
