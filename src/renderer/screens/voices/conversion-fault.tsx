import type { AppError } from '../../../base/errors.ts';
import { Note } from '../../../ui/note.tsx';
import { useText } from '../../i18n/use-text.ts';
import type { Text } from '../../i18n/text.ts';

const faults = ['too_short', 'too_long', 'no_speech'] as const;

/** Why a recording was not converted, and what helps. */
export function ConversionFault({ error }: { readonly error: AppError }) {
  const { t } = useText();
  return (
    <Note tone="danger" title={t(`error.${error.code}.title`)}>
      {adviceText(t, error)}
    </Note>
  );
}

function adviceText(t: Text['t'], error: AppError): string {
  const fault = faults.find((name) => name === error.details?.['reason']);
  if (fault !== undefined) {
    return t(`convert.fault.${fault}`);
  }
  const most = error.details?.['max_mb'];
  if (typeof most === 'number') {
    return t('form.too_large', { most });
  }
  if (error.code === 'unsupported_format') {
    return t('convert.fault.no_sound');
  }
  // A model says what it lacks; a translation would know less.
  return error.code === 'processing_failed' ? error.message : t(`error.${error.code}.advice`);
}
