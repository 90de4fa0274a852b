import { type ReactNode, useEffect } from 'react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import type { ListedVoice } from '../../../contract/ipc/voices.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { IconSymbol } from '../../../ui/icon.tsx';
import { useApp, useVoices } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { splitName, toVoiceLanguage } from '../../jobs/voice-words.ts';
import { formatTone } from '../../i18n/foreign-words.ts';
import { Waveform } from '../../jobs/playback/waveform.tsx';
import { ListenButton } from './listen-button.tsx';
import { QualityMark } from './quality-mark.tsx';
import './voices.css';

/** Bars of the shape of a sample in a row. */
const bars = 60;
/** Assumed height before a row was measured, at the default text size. */
const rowPx = 56;

/**
 * Voices in rows, of which only the visible ones are rendered. Arrow keys move between them and into their buttons,
 * Enter plays a sample, and typed letters find a name.
 */
export function VoiceListView(props: {
  readonly voices: readonly ListedVoice[];
  readonly canListen: boolean;
  /** Effect of a row's button. */
  readonly actionLabel: (name: string) => string;
  readonly actionText: string;
  readonly actionIcon: IconSymbol;
  readonly currentId?: string | undefined;
  readonly onUse: (id: string) => void;
}) {
  const { voices, canListen, onUse } = props;
  const app = useApp();
  const { t } = useText();
  useEffect(() => {
    if (canListen) {
      void app.voices.getState().warm();
    }
  }, [app, canListen]);
  const play = (id: string): void => {
    const { listening, listen, stop } = app.voices.getState();
    if (listening?.origin === id) {
      stop();
    } else if (canListen) {
      void app.attempt(() => listen(id, { voiceId: id, script: null }));
    }
  };
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: rowPx }}>
      <GridList
        className="voice-list"
        aria-label={t('voices.title')}
        items={voices}
        // Rows are kept while their voice is the same; these are shown in them too.
        dependencies={[canListen, props.actionText, props.currentId, onUse]}
        onAction={(key) => play(String(key))}
        renderEmptyState={() => <p className="voice-none">{t('voices.none')}</p>}
      >
        {(voice) => (
          <GridListItem
            className="voice"
            id={voice.id}
            textValue={voice.name}
            data-current={voice.id === props.currentId}
          >
            <VoiceRow
              voice={voice}
              canListen={canListen}
              action={
                <Button
                  icon={props.actionIcon}
                  tone="quiet"
                  label={props.actionLabel(splitName(voice.name).speaker)}
                  onPress={() => onUse(voice.id)}
                >
                  {props.actionText}
                </Button>
              }
            />
          </GridListItem>
        )}
      </GridList>
    </Virtualizer>
  );
}

function VoiceRow(props: {
  readonly voice: ListedVoice;
  readonly canListen: boolean;
  readonly action: ReactNode;
}) {
  const { voice, canListen, action } = props;
  const text = useText();
  const { t } = text;
  const { speaker, tone } = splitName(voice.name);
  const { facts } = voice;
  const sample = useVoices(({ samples }) => samples[voice.id]);
  const fraction = useVoices(({ listening }) => {
    const sound = listening?.origin === voice.id ? listening.sound : null;
    return sound === null || sound.durationS === 0 ? 0 : sound.timeS / sound.durationS;
  });
  return (
    <>
      {canListen ? (
        <ListenButton
          origin={voice.id}
          question={{ voiceId: voice.id, script: null }}
          playLabel={t('voices.listen_named', { name: speaker })}
          stopLabel={t('voices.stop_named', { name: speaker })}
        />
      ) : null}
      <span className="voice-names">
        <span className="voice-name">
          {speaker}
          {facts?.isConverted === true ? <Badge>{t('voices.converted')}</Badge> : null}
        </span>
        <span className="voice-tone">{formatTone(text, tone)}</span>
      </span>
      <span className="voice-language">{toVoiceLanguage(text, voice)}</span>
      <span className="voice-shape">
        {sample === undefined ? null : (
          <Waveform url={sample.url} count={bars} fraction={fraction} />
        )}
      </span>
      {facts === null ? null : (
        <span className="voice-facts">
          <span>{facts.engine}</span>
          <QualityMark quality={facts.quality} />
        </span>
      )}
      {action}
    </>
  );
}
