import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { AppError, errorCatalogue, isErrorCode, toWireError } from '../../base/errors.ts';
import { type Fault, faultDetails, faults, findFault } from '../../base/faults.ts';
import { languages } from '../../contract/languages.ts';
import { describeError, describeThrown } from './describe-error.ts';
import { loadAllCatalogues } from './catalogues.ts';
import { createText } from './text.ts';

const catalogues = await loadAllCatalogues();
const sources = join(import.meta.dirname, '..', '..');
const names = Object.keys(faults) as Fault[];
/** Each fact of a fault with a value. */
const factsOf = (fault: Fault): Record<string, string | number> =>
  Object.fromEntries(
    faults[fault].map((fact) => [fact, /language|codec|format/.test(fact) ? 'de' : 42]),
  );
/** Reasons that are no sentence for a user: the page asks for them by name. */
const technical = [
  'store_in_use',
  'store_damaged',
  'store_is_newer',
  'no_master_key',
  'other_master_key',
];

describe.each(languages)('an error in %s', (language) => {
  const text = createText(language);
  const english = createText('en');

  it.each(names)('has a text with every fact of %s', (fault) => {
    const used = new Set<string>();
    const formats = new IntlMessageFormat(catalogues[language][`fault.${fault}`], language);
    JSON.stringify(formats.getAst(), (_name, node: unknown) => {
      if (typeof node === 'object' && node !== null && 'type' in node && 'value' in node) {
        // 0 is literal text and 7 the number of a plural.
        if (node.type !== 0 && node.type !== 7 && typeof node.value === 'string') {
          used.add(node.value);
        }
      }
      return node;
    });
    expect([...used].toSorted()).toEqual([...faults[fault]].toSorted());
    const error = { code: 'invalid_input', details: { reason: fault, ...factsOf(fault) } } as const;
    const { title, advice } = describeError(text, error);
    expect(`${title} ${advice}`).not.toMatch(/[{}]|undefined|NaN/);
    if (language !== 'en') {
      expect(advice).not.toBe(describeError(english, error).advice);
    }
  });

  it('is said by its code where it has no fault, and never by its message', () => {
    for (const code of Object.keys(errorCatalogue).filter(isErrorCode)) {
      const { title, advice } = describeError(text, new AppError(code, 'ENGLISH'));
      expect(`${title} ${advice}`).not.toContain('ENGLISH');
    }
    expect(describeThrown(text, new Error('ENGLISH'))).toEqual(
      describeError(text, { code: 'internal_error' }),
    );
  });
});

it('formats the facts of an error as its language does', () => {
  const error = (details: AppError['details']) => ({ code: 'invalid_input', details }) as const;
  const dear = error(faultDetails('too_dear', { needed_usd: 12.5, balance_usd: 1 }));
  expect(describeError(createText('de'), dear).advice).toContain('12,50\u00a0$');
  expect(describeError(createText('es'), dear).advice).toContain('12,50\u00a0US$');
  const mute = error(faultDetails('no_voice_for', { language: 'ja', languages: 'en es' }));
  expect(describeError(createText('de'), mute).advice).toBe(
    'Für Japanisch gibt es keine Stimme. Es gibt Stimmen für Englisch, Spanisch.',
  );
});

it('crosses a process and keeps its fault', () => {
  const error = toWireError(
    new AppError('input_too_large', 'Too large.', {
      details: faultDetails('file_too_large', { max_mb: 45 }),
    }),
  );
  expect(describeError(createText('es'), error)).toEqual({
    title: 'El archivo es demasiado grande',
    advice: 'El máximo son 45 MB. Hazlo más corto o más pequeño.',
  });
});

it('is said by its code when a fact is missing, or its fault is of a newer service', () => {
  expect(findFault({ reason: 'file_too_large' })).toBeNull();
  expect(findFault({ reason: 'of_tomorrow' })).toBeNull();
  expect(findFault({ reason: 'toString' })).toBeNull();
});

it('says of a connection that a firewall refuses that the service is out of reach', () => {
  const text = createText('en');
  const refused = { peer: 'api.example', reason: 'EACCES' };
  expect(describeError(text, { code: 'service_unreachable', details: refused })).toEqual(
    describeError(text, { code: 'service_unreachable' }),
  );
});

it('has no reason in the source that no language has a text for', () => {
  const unknown = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      [
        ...readFileSync(join(sources, name), 'utf8').matchAll(
          /details: \{[^{}]*\breason: '([a-z_]+)'/g,
        ),
      ].map(([, reason = '']) => reason),
    )
    .filter((reason) => !technical.includes(reason) && !Object.hasOwn(faults, reason));
  expect(unknown).toEqual([]);
});
