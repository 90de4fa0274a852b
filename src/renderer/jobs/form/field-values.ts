import type { FieldWords } from '../../../capabilities/form/field-design.ts';
import type { JobOptions } from '../../../contract/ipc/jobs.ts';
import type { Text } from '../../i18n/text.ts';

/** A number with its unit, such as `5 s`. */
export function formatNumber({ t }: Text, value: number, { unit }: FieldWords): string {
  return t('form.number_value', { value, unit: unit === undefined ? '' : ` ${unit}` });
}

/** Value of a field, as its form displays it. */
export function formatFieldValue(text: Text, value: JobOptions[string], words: FieldWords): string {
  if (typeof value === 'boolean') {
    return text.t(value ? 'form.on' : 'form.off');
  }
  const choice = words.choices?.[value];
  if (choice !== undefined) {
    return choice;
  }
  return typeof value === 'number' ? formatNumber(text, value, words) : value;
}
