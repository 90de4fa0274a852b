import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSync, Visitor } from 'vite';
import { en } from './en/catalogue.ts';

const sources = join(import.meta.dirname, '..', '..');
const files = ['renderer', 'ui']
  .flatMap((folder) =>
    readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !isCatalogue(name));
/** The texts themselves: an occurrence there does not display a text. */
function isCatalogue(name: string): boolean {
  return /i18n[\\/](?:de|en|es)(?:-[a-z-]+)?\.ts$/.test(name);
}
const readSource = (name: string): string => readFileSync(join(sources, name), 'utf8');

/** Attributes with displayed or announced text. */
const spoken =
  /^(?:aria-(?:label|description|valuetext)|title|label|placeholder|alt|hint|closeLabel)$/;

/** Words that stand in the markup of a component instead of in the catalogue. */
function listLiterals(name: string): string[] {
  const found: string[] = [];
  const note = (text: unknown): void => {
    if (typeof text === 'string' && /\p{L}/u.test(text)) {
      found.push(`${name}: ${text.trim()}`);
    }
  };
  new Visitor({
    JSXText: (node) => note(node.value),
    JSXAttribute: (node) => {
      if (
        node.name.type === 'JSXIdentifier' &&
        spoken.test(node.name.name) &&
        node.value?.type === 'Literal'
      ) {
        note(node.value.value);
      }
    },
    JSXExpressionContainer: (node) => {
      if (node.expression.type === 'Literal') {
        note(node.expression.value);
      }
    },
  }).visit(parseSync(name, readSource(name)).program);
  return found;
}

describe('the catalogue', () => {
  it('holds every text that a component shows', () => {
    const components = files.filter((name) => name.endsWith('.tsx'));
    expect(components.length).toBeGreaterThan(20);
    expect(components.flatMap(listLiterals)).toEqual([]);
  });

  it('holds no text that nothing shows', () => {
    const all = files.map(readSource).join('\n');
    const named = new Set([...all.matchAll(/'([a-z_0-9]+(?:\.[a-z_0-9]+)+)'/g)].map((m) => m[1]));
    const patterns = [...all.matchAll(/`([a-z_]+\.[^`\s]*\$\{[^`]*)`/g)].map(
      (match) =>
        new RegExp(
          `^${match[1]!.replaceAll('.', String.raw`\.`).replaceAll(/\$\{[^}]*\}/g, String.raw`[\w.]+`)}$`,
        ),
    );
    const unused = Object.keys(en).filter(
      (key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });
});
