import type { AppError } from '../../../base/errors.ts';
import { findFault } from '../../../base/faults.ts';
import { Note } from '../../../ui/note.tsx';
import { describeError } from '../../i18n/describe-error.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Text } from '../../i18n/text.ts';

/** Reason why a recording was not converted, with its remedy. */
export function ConversionFault({ error }: { readonly error: AppError }) {
  const text = useText();
  return (
    <Note tone="danger" title={describeError(text, error).title}>
      {describeAdvice(text, error)}
    </Note>
  );
}

function describeAdvice(text: Text, error: AppError): string {
  const { t, language } = text;
  if (findFault(error.details) !== null) {
    return describeError(text, error).advice;
  }
  if (error.code === 'unsupported_format') {
    return t('fault.no_sound');
  }
  if (error.code === 'processing_failed') {
    // A model reports what it lacks; a translation would be less specific.
    return language === 'en' ? error.message : t('failure.said', { message: error.message });
  }
  return describeError(text, error).advice;
}
