import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findAtOnce,
  findBannedFiles,
  findBannedVerbs,
  findDoubledNames,
  findFolderCircles,
  findInnerCircles,
} from './support/source-rules.ts';
import { resolveInProject } from '../scripts/lib/paths.mjs';
import { parseSource, readSources } from './support/source-tree.ts';

const src = readSources(['src']);
const all = [...src, ...readSources(['runtime', 'tools'])];

it('all sources are read', () => {
  expect(src.length).toBeGreaterThan(1000);
  expect(src.flatMap(({ names }) => names).length).toBeGreaterThan(3000);
  expect(src.flatMap(({ uses }) => uses).length).toBeGreaterThan(3000);
});

it('files that a source or a style sheet names by its own address exist', async () => {
  const styles = (await readdir(resolveInProject('src'), { recursive: true }))
    .filter((name) => name.endsWith('.css'))
    .map((name) => join('src', name));
  const found: string[] = [];
  const missing: string[] = [];
  for (const path of [...all.map((source) => source.path), ...styles]) {
    const text = await readFile(resolveInProject(path), 'utf8');
    for (const [, url, style] of text.matchAll(
      /new URL\(\s*['`](\.[^'`$]+\.\w+)['`],\s*import\.meta\.url|url\('(\.[^']+)'\)/g,
    )) {
      const name = join(dirname(path), url ?? style ?? '');
      (existsSync(resolveInProject(name)) ? found : missing).push(`${path}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
  expect(found.length).toBeGreaterThan(20);
});

describe('folders of the second level', () => {
  it('need each other in one direction', () => {
    expect(findFolderCircles(src)).toEqual([]);
  });

  it.each([
    {
      what: 'two folders',
      folders: ['src/service/jobs', 'src/service/live'],
      sources: [
        parseSource('src/service/jobs/end.ts', "import { a } from '../live/a.ts';"),
        parseSource('src/service/live/a.ts', "export { b } from '../jobs/end.ts';"),
      ],
    },
    {
      what: 'three folders, one import of them delayed',
      folders: ['src/main/a', 'src/main/b', 'src/main/c'],
      sources: [
        parseSource('src/main/a/a.ts', "import { b } from '../b/b.ts';"),
        parseSource('src/main/b/b.ts', "export const c = () => import('../c/deep/c.ts');"),
        parseSource('src/main/c/deep/c.ts', "import '../../a/a.ts';"),
      ],
    },
    {
      what: 'a folder and the files beside it',
      folders: ['src/renderer/*', 'src/renderer/live'],
      sources: [
        parseSource('src/renderer/start.ts', "import { a } from './live/a.ts';"),
        parseSource('src/renderer/live/a.ts', "import { type T, start } from '../start.ts';"),
      ],
    },
  ])('are found where $what need each other', ({ folders, sources }) => {
    expect(findFolderCircles(sources)).toEqual([folders.join(' ')]);
    expect(findFolderCircles([...src, ...sources])).not.toEqual([]);
  });

  it('may know types of each other', () => {
    const sources = [
      parseSource('src/service/jobs/a.ts', "import { b } from '../live/b.ts';"),
      parseSource('src/service/live/b.ts', "import type { A } from '../jobs/a.ts';"),
      parseSource('src/service/live/c.ts', "export type { A } from '../jobs/a.ts';"),
      parseSource('src/service/live/d.ts', "import { type A } from '../jobs/a.ts';"),
    ];
    expect(findFolderCircles(sources)).toEqual([]);
  });
});

describe('folders of the third level', () => {
  it('need each other in one direction', () => {
    expect(findInnerCircles(src)).toEqual([]);
  });

  it.each([
    {
      what: 'two folders',
      nodes: ['src/engine/live/cover', 'src/engine/live/guard'],
      sources: [
        parseSource('src/engine/live/cover/a.ts', "import { b } from '../guard/deep/b.ts';"),
        parseSource('src/engine/live/guard/deep/b.ts', "export { a } from '../../cover/a.ts';"),
      ],
    },
    {
      what: 'a folder and a file beside it',
      nodes: ['src/engine/live/guard', 'src/engine/live/pool.ts'],
      sources: [
        parseSource('src/engine/live/pool.ts', "import { a } from './guard/a.ts';"),
        parseSource('src/engine/live/guard/a.ts', "import { b } from '../pool.ts';"),
      ],
    },
  ])('are found where $what need each other', ({ nodes, sources }) => {
    expect(findInnerCircles(sources)).toEqual([nodes.join(' ')]);
    expect(findInnerCircles([...src, ...sources])).not.toEqual([]);
  });

  it('may stand between a file that they need and one that composes them', () => {
    const sources = [
      parseSource('src/engine/live/open.ts', "import { a } from './guard/a.ts';"),
      parseSource('src/engine/live/guard/a.ts', "import { b } from '../pool.ts';"),
    ];
    expect(findInnerCircles(sources)).toEqual([]);
  });
});

describe('exported names', () => {
  it('are in one file each', () => {
    expect(findDoubledNames(src)).toEqual([]);
  });

  it('are found when several files have them', () => {
    const sources = [
      parseSource('src/engine/io/a.ts', 'export const clamp = 1;'),
      parseSource('src/engine/face/b.ts', 'export function clamp(): void {}'),
      parseSource('src/contract/api/job.ts', 'export interface Job {}\nexport interface Page {}'),
      parseSource('src/service/jobs/job.ts', 'export interface Job {}\nexport interface Slot {}'),
      parseSource('src/renderer/jobs/page.ts', 'export interface Page {}'),
      parseSource('src/main/jobs/slot.ts', 'export type { Slot } from "./other.ts";'),
      parseSource('src/capabilities/one/processor.ts', 'export const processor = 1;'),
      parseSource('src/capabilities/two/processor.ts', 'export const processor = 2;'),
    ];
    expect(findDoubledNames(sources)).toEqual([
      'clamp: src/engine/face/b.ts src/engine/io/a.ts',
      'Page: src/contract/api/job.ts src/renderer/jobs/page.ts',
    ]);
  });

  it('have verbs for what happens to data', () => {
    expect(findBannedVerbs(all)).toEqual([]);
  });

  it('are found when their verb is vague', () => {
    const text = [
      'export const takeFrame = 1, KEEP_MS = 2, placeholder = 3, outlook = 4, shared = 5;',
      'export class WhoTells {}',
      'export interface CharacterLook {}',
      'export type OnSay = string;',
      'const hear = 1;',
    ].join('\n');
    expect(findBannedVerbs([parseSource('src/engine/a.ts', text)])).toEqual([
      'src/engine/a.ts: takeFrame',
      'src/engine/a.ts: KEEP_MS',
      'src/engine/a.ts: CharacterLook',
      'src/engine/a.ts: OnSay',
    ]);
  });
});

describe('files for another process or thread', () => {
  it('are called entry there and host here', () => {
    expect(findBannedFiles(all)).toEqual([]);
  });

  it('are found where they are called otherwise', () => {
    const sources = [
      'src/service/live/live-worker.ts',
      'src/main/ipc/door.ts',
      'runtime/x-process.ts',
      'src/engine/tracker-thread.tsx',
      'src/engine/tracker-host.ts',
      'src/service/process/pick-env.ts',
      'src/service/sandbox/start-process.ts',
    ].map((path) => parseSource(path, ''));
    expect(findBannedFiles(sources)).toEqual(sources.slice(0, 4).map(({ path }) => path));
  });
});

describe('the modules with which the page starts', () => {
  it('does not evaluate the operations of the API', () => {
    const evaluated = findAtOnce(src, 'src/renderer/main.tsx');
    expect(evaluated.size).toBeGreaterThan(200);
    expect([...evaluated].filter((path) => path.endsWith('/api/operations.ts'))).toEqual([]);
  });

  it('are exactly the modules that are not delayed', () => {
    const sources = [
      parseSource('src/renderer/main.tsx', "import './a.ts'; void import('./later.ts');"),
      parseSource(
        'src/renderer/a.ts',
        "export { b } from './b.ts'; import type { C } from './c.ts';",
      ),
    ];
    expect([...findAtOnce(sources, 'src/renderer/main.tsx')]).toEqual([
      'src/renderer/a.ts',
      'src/renderer/b.ts',
    ]);
  });
});

describe('the pages of the architecture', () => {
  it('name existing paths', async () => {
    const pages = await readdir(resolveInProject('docs/architecture'));
    const texts = await Promise.all(
      ['ARCHITECTURE.md', ...pages.map((page) => `docs/architecture/${page}`)].map((page) =>
        readFile(resolveInProject(page), 'utf8'),
      ),
    );
    const named = texts
      .flatMap((text) => [
        ...text.matchAll(
          /`((?:src|test|tools|scripts|resources|packaging|runtime|docs)\/[\w./-]+)`/g,
        ),
      ])
      .map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(resolveInProject(path)))).toEqual([]);
  });
});

describe('the walks of docs/architecture', () => {
  it('name existing files, and their number', async () => {
    const text = await readFile(resolveInProject('docs/architecture/walks.md'), 'utf8');
    const walks = text.split('\n**').slice(1);
    expect(walks).toHaveLength(3);
    for (const walk of walks) {
      const named = [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
      expect(walk).toContain(`: ${named.length} files.**`);
      expect(named.filter((path) => !existsSync(resolveInProject(path)))).toEqual([]);
    }
  });
});
