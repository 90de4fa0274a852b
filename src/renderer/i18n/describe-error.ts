import { AppError, type WireError } from '../../base/errors.ts';
import { type Fault, findFault } from '../../base/faults.ts';
import { en } from './en/catalogue.ts';
import { formatLanguage } from './format-language.ts';
import type { Text } from './text.ts';

/** Text of an error: what happened, and what it means or what to do. */
export interface ErrorWords {
  readonly title: string;
  readonly advice: string;
}

type Titled = Extract<keyof typeof en, `fault.${Fault}.title`>;

/**
 * Describes an error in the language of the page, by its code and facts and never by its message, which is
 * English. A fault is more specific than its code; where the title of the code would mislead, it has a title of
 * its own.
 */
export function describeError(
  text: Text,
  { code, details }: Pick<WireError, 'code' | 'details'>,
): ErrorWords {
  const { t } = text;
  const found = findFault(details);
  if (found === null) {
    return { title: t(`error.${code}.title`), advice: t(`error.${code}.advice`) };
  }
  const facts = Object.fromEntries(
    Object.entries(found.facts).map(([name, value]) => [name, formatFact(text, name, value)]),
  );
  const title = `fault.${found.fault}.title`;
  return {
    title: isTitle(title) ? t(title) : t(`error.${code}.title`),
    advice: t(`fault.${found.fault}`, facts),
  };
}

/** Describes anything that was thrown; a bug is shown as such, without its text. */
export function describeThrown(text: Text, error: unknown): ErrorWords {
  return describeError(text, error instanceof AppError ? error : { code: 'internal_error' });
}

function formatFact(text: Text, name: string, value: string | number): string | number {
  if (name.endsWith('_usd')) {
    return text.money(Number(value));
  }
  if (name === 'language') {
    return formatLanguage(text, String(value));
  }
  return name === 'languages'
    ? String(value)
        .split(' ')
        .map((tag) => formatLanguage(text, tag))
        .join(', ')
    : value;
}

function isTitle(key: string): key is Titled {
  return Object.hasOwn(en, key);
}
