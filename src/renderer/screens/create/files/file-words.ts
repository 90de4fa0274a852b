import type { AppError } from '../../../../base/errors.ts';
import { findFault } from '../../../../base/faults.ts';
import type { MediaKind } from '../../../../contract/ipc/files.ts';
import type { Text } from '../../../i18n/text.ts';
import { describeError } from '../../../i18n/describe-error.ts';
import { formatSize } from '../../../jobs/job-words.ts';
import type { Refusal } from '../../../stores/draft-files.ts';

/** Names that are spelled out; the others are counted. */
const maxNames = 3;

/** Texts about refused files: one sentence for each, and one for all above the maximum number. */
export function formatRefusals(
  text: Text,
  refusals: readonly Refusal[],
  kind: MediaKind | null,
): readonly string[] {
  const isTooMany = ({ error }: Refusal): boolean => typeof error.details?.['max'] === 'number';
  const tooMany = refusals.filter(isTooMany);
  const others = refusals.filter((refusal) => !isTooMany(refusal));
  return [
    ...others.map((refusal) => describeRefusal(text, refusal, kind)),
    ...tooMany.slice(0, 1).map(({ error }) =>
      text.t('create.refused.too_many', {
        max: Number(error.details?.['max']),
        names: formatNames(
          text,
          tooMany.map(({ name }) => name),
        ),
      }),
    ),
  ];
}

/** Names in a row; the last of many are counted. */
export function formatNames({ t }: Text, names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length <= maxNames
    ? shown
    : t('create.names_more', { names: shown, count: names.length - maxNames });
}

/** Reason why a file was refused, with its name and the limit, and the remedy. */
function describeRefusal(text: Text, refusal: Refusal, kind: MediaKind | null): string {
  const { name, sizeBytes, error } = refusal;
  const { t } = text;
  const maxMb = error.details?.['max_mb'];
  if (typeof maxMb === 'number') {
    return t('create.refused.too_large', { name, size: formatSize(text, sizeBytes), max: maxMb });
  }
  if (error.details?.['wanted'] === null) {
    return t('create.refused.no_place', { name });
  }
  return t('create.refused.other', { name, reason: formatFileFault(text, error, kind) });
}

/** Text of a file's fault in the interface's language, independent of the service's. */
export function formatFileFault(text: Text, error: AppError, kind: MediaKind | null): string {
  const { t } = text;
  if (kind !== null && typeof error.details?.['wanted'] === 'string') {
    return t(`form.wanted.${kind}`);
  }
  if (findFault(error.details) !== null) {
    return describeError(text, error).advice;
  }
  if (error.code === 'face_not_detected') {
    return t('create.no_face');
  }
  const advice =
    error.code === 'unsupported_format' && kind !== null
      ? t(`create.formats.${kind}`)
      : describeError(text, error).advice;
  return [t('create.fault', { title: describeError(text, error).title }), advice].join(' ');
}
