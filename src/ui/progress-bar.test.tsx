import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ProgressBar } from './progress-bar.tsx';

const render = (fraction: number | null): string =>
  renderToStaticMarkup(<ProgressBar label="Progress" fraction={fraction} />);

it('says how far something is', () => {
  expect(render(0.25)).toContain('aria-valuenow="25"');
  expect(render(0.25)).toContain('--progress:25%');
  expect(render(0.25)).toContain('data-unknown="false"');
});

it('never looks finished while that is not known: it says no number, and moves', () => {
  const unknown = render(null);
  expect(unknown).not.toContain('aria-valuenow');
  expect(unknown).toContain('data-unknown="true"');
  const rules = readFileSync(join(import.meta.dirname, 'progress-bar.css'), 'utf8');
  const [, moving = ''] =
    /\.ui-progress\[data-unknown='true'\] > [^{]+\{([^}]+)\}/.exec(rules) ?? [];
  expect(moving).toMatch(/width: 35%;[^]*animation: \S+ [^;]*infinite/);
});
