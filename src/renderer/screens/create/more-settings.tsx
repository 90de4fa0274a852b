import { findFieldValue } from '../../../capabilities/form/form-values.ts';
import type { FormField } from '../../../capabilities/form/form.ts';
import type { ServiceOffer } from '../../../contract/ipc/jobs.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useDraft } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import './create.css';
import { FormSection } from './form-section.tsx';
import type { ShownForm } from './shown-form.ts';

/** Rarely changed settings, behind "More" with the number of changed ones. */
export function MoreSettings(props: {
  readonly offer: ServiceOffer;
  readonly form: ShownForm;
  readonly fields: readonly FormField[];
}) {
  const { offer, form, fields } = props;
  const { t } = useText();
  const options = useDraft((state) => state.options);
  const settings = useDraft((state) => state.settings);
  const values = { ...options, ...settings };
  const count = fields.filter(
    (field) => findFieldValue(field, values) !== findFieldValue(field, {}),
  ).length;
  return (
    <Disclosure
      title={t('form.more')}
      badge={count === 0 ? undefined : <Badge>{t('form.changed', { count })}</Badge>}
    >
      <FormSection offer={offer} form={form} fields={fields} />
    </Disclosure>
  );
}
