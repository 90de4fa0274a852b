import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useApp } from '../app/app-context.ts';
import type { Text } from '../i18n/text.ts';
import { useText } from '../i18n/use-text.ts';
import type { Device } from '../stores/devices-store.ts';
import { CableGuide } from './cable-guide.tsx';
import { RouteError } from './route-error.tsx';
import { useChanger } from './use-changer.ts';

const nowhere = 'nowhere';

/** Outputs of the voice: for others, and for the user's own monitoring. */
export function VoiceOutputs() {
  const { changer, attempt } = useApp();
  const text = useText();
  const { t } = text;
  const outputs = useChanger((state) => state.outputs);
  const { outputId, monitorId, isMonitored } = useChanger((state) => state.choice);
  const options = toOptions(outputs, text);
  const choose = (change: Parameters<ReturnType<typeof changer.getState>['choose']>[0]): void => {
    void attempt(() => changer.getState().choose(change));
  };
  return (
    <div className="voice-outputs">
      <Select
        label={t('changer.output')}
        options={[{ id: nowhere, label: t('changer.output_nowhere') }, ...options]}
        value={outputId ?? nowhere}
        placeholder={t('changer.output_gone')}
        onChange={(id) => choose({ outputId: id === nowhere ? null : id })}
      />
      <CableGuide />
      {outputId === null && !isMonitored ? (
        <p className="tile-hint" data-tone="warning">
          {t('changer.nobody_hears')}
        </p>
      ) : null}
      <Switch isSelected={isMonitored} onChange={(isOn) => choose({ isMonitored: isOn })}>
        {t('changer.monitor')}
      </Switch>
      {isMonitored ? (
        <>
          <Select
            label={t('changer.monitor_device')}
            isLabelHidden
            options={options}
            value={monitorId ?? 'default'}
            placeholder={t('changer.output_gone')}
            onChange={(id) => choose({ monitorId: id })}
          />
          <p className="tile-hint">{t('changer.monitor_hint')}</p>
        </>
      ) : null}
      <RouteError />
    </div>
  );
}

function toOptions(outputs: readonly Device[], { t }: Text) {
  return outputs.map(({ id, label }, index) => ({
    id,
    label: label === '' ? t('changer.unnamed_output', { number: index + 1 }) : label,
  }));
}
