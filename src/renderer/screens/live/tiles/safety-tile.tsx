import { ShieldCheck } from 'lucide-react';
import { Card } from '../../../../ui/card.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { useHotkeys } from '../../../app/app-context.ts';
import { useCommand, useCommandKeys } from '../../../commands/command-keys.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { CoverCardSetting } from '../../../live/output/cover-card-setting.tsx';
import { useLiveChoice } from '../../../live/output/use-output-status.ts';

const coverKinds = ['card', 'blur', 'hold'] as const;

/** Settings for the cover of a lost face, and for whose face is changed. */
export function SafetyTile() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const command = useCommand('live.cover');
  const isHeld = useHotkeys(
    ({ view }) => view.missing === null && !view.refused.includes('live.cover'),
  );
  const isGlobal = command?.isGlobal === true && isHeld;
  const key = useCommandKeys('live.cover');
  return (
    <Card title={t('output.safety')} icon={ShieldCheck}>
      <Select
        label={t('output.cover_kind')}
        placeholder={t('output.cover_kind')}
        value={choice.cover}
        options={coverKinds.map((id) => ({ id, label: t(`output.cover_kind.${id}`) }))}
        onChange={(id) => {
          const cover = coverKinds.find((kind) => kind === id);
          if (cover !== undefined) {
            change({ cover });
          }
        }}
      />
      <CoverCardSetting />
      <Switch
        isSelected={choice.hasIdentityLock}
        onChange={(hasIdentityLock) => change({ hasIdentityLock })}
      >
        {t('output.identity_lock')}
      </Switch>
      <p className="tile-hint">{t('output.safety_hint')}</p>
      <p className="tile-hint">
        {key === null
          ? t('output.cover_key_none')
          : t(isGlobal ? 'output.cover_key_global' : 'output.cover_key', { key })}
      </p>
    </Card>
  );
}
