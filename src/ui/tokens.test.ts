import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = join(import.meta.dirname, '..');
const tokenFile = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Custom properties of the block that a theme sets. */
function readTokens(theme: 'dark' | 'light'): ReadonlyMap<string, string> {
  const start = tokenFile.indexOf(`[data-theme='${theme}'] {`);
  const block = tokenFile.slice(start, tokenFile.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]+);/g)].map((match) => [match[1]!, match[2]!]),
  );
}

function computeLuminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast of two opaque colours after WCAG 2.2. */
function computeContrast(one: string, other: string): number {
  const [dark, light] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3'];
const states = ['red', 'amber', 'green', 'blue'];
const textPairs = [
  ...['text', 'text-muted', 'accent-text', ...states].flatMap((text) =>
    surfaces.map((surface) => [text, surface]),
  ),
  ...states.flatMap((state) => [
    [state, `${state}-soft`],
    ['text', `${state}-soft`],
    ['text-muted', `${state}-soft`],
  ]),
  ['accent-text', 'accent-soft'],
  ['text', 'raised'],
  ['text-muted', 'raised'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-press'],
  ['on-red', 'red-fill'],
  ['on-red', 'red-fill-hover'],
  ['on-stage', 'stage'],
  ['on-stage-muted', 'stage'],
];
const graphicPairs = [
  ...['focus', 'line-strong', ...states.map((state) => `${state}-mark`)].flatMap((mark) =>
    ['surface-0', 'surface-1', 'surface-2'].map((surface) => [mark, surface]),
  ),
  ['focus', 'surface-3'],
  ['accent', 'surface-2'],
];

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const tokens = readTokens(theme);
  const measured = (pairs: readonly (readonly string[])[]) =>
    pairs.map(([front, back]) => ({
      pair: `${front} on ${back}`,
      contrast: computeContrast(tokens.get(front!)!, tokens.get(back!)!),
    }));

  it('keeps text readable: a contrast of at least 4.5', () => {
    expect(measured(textPairs).filter(({ contrast }) => contrast < 4.5)).toEqual([]);
  });

  it('keeps marks, focus and field borders visible: a contrast of at least 3', () => {
    expect(measured(graphicPairs).filter(({ contrast }) => contrast < 3)).toEqual([]);
  });

  it('sets the same tokens as the other theme', () => {
    const other = readTokens(theme === 'dark' ? 'light' : 'dark');
    expect([...tokens.keys()].toSorted()).toEqual([...other.keys()].toSorted());
  });
});

const files = ['ui', 'renderer']
  .flatMap((folder) =>
    readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  .filter((name) => !name.includes('.test.'));
const textOf = (name: string): string =>
  readFileSync(join(sources, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');

describe('style sheets and components', () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\(/i;
  const size = /(?<![\w-])\d*\.?\d+(?:px|r?em|ch|pt|vh|vw|dvh|ms|s)\b/;

  it('hold no colour, size or duration of their own', () => {
    const sheets = files.filter((name) => name.endsWith('.css') && !name.endsWith('tokens.css'));
    const literals = sheets.flatMap((name) =>
      textOf(name)
        .split('\n')
        .filter((line) => colour.test(line) || size.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(sheets.length).toBeGreaterThan(10);
    expect(literals).toEqual([]);
  });

  it('name no colour or size in components', () => {
    const components = files.filter((name) => name.endsWith('.tsx'));
    const literal =
      /['"`]#[0-9a-f]{3,8}['"`]|['"`]\d+(?:px|r?em|ms)['"`]|\b(?:size|offset|width|height)=\{\d/;
    expect(components.filter((name) => literal.test(textOf(name)))).toEqual([]);
  });

  it('use tokens that exist', () => {
    const set = new Set([...tokenFile.matchAll(/--([\w-]+):/g)].map((match) => match[1]));
    const local = new Set([
      'art-height',
      'at',
      'level',
      'fraction',
      'from',
      'length',
      'modal-width',
      'progress',
      'ratio',
      'split',
      'trigger-width',
      'zoomed',
    ]);
    const used = files
      .filter((name) => name.endsWith('.css'))
      .flatMap((name) => [...textOf(name).matchAll(/var\(--([\w-]+)/g)].map((match) => match[1]!));
    expect([...new Set(used)].filter((name) => !set.has(name) && !local.has(name))).toEqual([]);
  });

  it('use every token', () => {
    const texts = files
      .filter((name) => /\.(?:css|tsx?)$/.test(name))
      .map(textOf)
      .join('\n');
    const unused = [...new Set([...tokenFile.matchAll(/--([\w-]+):/g)].map((match) => match[1]!))];
    expect(
      unused.filter((name) => !texts.includes(`var(--${name})`) && !texts.includes(`'--${name}'`)),
    ).toEqual([]);
  });
});
