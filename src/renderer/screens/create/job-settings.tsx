import { ChevronDown } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import type { FormSetting } from '../../../capabilities/form.ts';
import type { Offer } from '../../../contract/ipc/jobs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { useApp, useDraft } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import './create.css';

const lengths = ['whole', '5', '15', '60'] as const;

/** How much of a video is done, and behind "More" how high the result is. */
export function JobSettings(props: {
  readonly offer: Offer;
  readonly settings: readonly FormSetting[];
}) {
  const { offer, settings } = props;
  const has = (name: string): boolean => settings.some(({ field }) => field === name);
  return (
    <div className="create-settings">
      {has('max_duration_sec') ? <LengthSetting /> : null}
      {has('output_resolution_p') ? <MoreSettings resolutionsP={offer.resolutionsP} /> : null}
    </div>
  );
}

function LengthSetting() {
  const { draft } = useApp();
  const { t } = useText();
  const seconds = useDraft((state) => state.options['max_duration_sec']);
  const { setOption } = draft.getState();
  const length = lengths.find((id) => id === String(seconds)) ?? 'whole';
  return (
    <div className="setting">
      <span className="ui-label">{t('form.length')}</span>
      <Segmented
        label={t('form.length')}
        value={length}
        options={lengths.map((id) => ({
          id,
          label: id === 'whole' ? t('form.length.whole') : t('form.length.first', { seconds: id }),
        }))}
        onChange={(id) => setOption('max_duration_sec', id === 'whole' ? null : Number(id))}
      />
      <span className="ui-hint">{t('form.length_hint')}</span>
    </div>
  );
}

function MoreSettings({ resolutionsP }: { readonly resolutionsP: readonly number[] }) {
  const { draft } = useApp();
  const { t } = useText();
  const height = useDraft((state) => state.options['output_resolution_p']);
  const { setOption } = draft.getState();
  return (
    <Disclosure className="more">
      <Heading className="more-head" level={2}>
        <AriaButton className="more-button" slot="trigger">
          <Icon of={ChevronDown} size="small" />
          {t('form.more')}
          {height === undefined ? null : <Badge>{t('form.changed', { count: 1 })}</Badge>}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <div className="more-body">
          <Select
            label={t('form.height')}
            placeholder={t('form.height.same')}
            value={height === undefined ? 'same' : String(height)}
            options={[
              { id: 'same', label: t('form.height.same') },
              ...resolutionsP.map((lines) => ({
                id: String(lines),
                label: t('form.height.lines', { lines }),
              })),
            ]}
            onChange={(id) => setOption('output_resolution_p', id === 'same' ? null : Number(id))}
          />
          <span className="ui-hint">{t('form.height_hint')}</span>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}
