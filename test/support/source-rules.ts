import { posix } from 'node:path';
import type { Source } from './source-tree.ts';

/** Verbs that do not describe what happens to data, unlike receive, emit, notify, composite or store. */
const bannedVerbs: ReadonlySet<string> = new Set(
  'take tell told hear say look place share lay bend keep'.split(' '),
);

/** Allowed names with such a verb, given by others, with the reason. */
const allowedNames: Readonly<Record<string, string>> = {
  ShareMenu: "Electron's name of the system's menu for sharing",
};

/** Allowed file names that end like those for another process or thread, with the reason. */
const allowedFiles: Readonly<Record<string, string>> = {
  'utility-process.ts': "the runtime's form of the module that Electron calls so",
  'start-process.ts': 'a verb and its object: what it starts stands in `x-entry.ts`',
  'kill-process.ts': 'a verb and its object',
  'serve-process.ts': 'a verb and its object: every `x-entry.ts` of a process calls it',
  'serve-thread.ts': 'a verb and its object: every `x-entry.ts` of a thread calls it',
};

/**
 * Finds cycles of value imports between folders of the second level (`src/a/b`); returns each cycle as a text. Files
 * directly in `src/a` compose its folders and count as one more folder, `src/a/*`.
 */
export function findFolderCircles(sources: readonly Source[]): string[] {
  return findCircles(sources, toFolder);
}

/**
 * Finds cycles of value imports between folders of the third level (`src/a/b/c`); returns each cycle as a text. Files
 * directly in `src/a/b` are the base of its folders or compose them, so each counts separately.
 */
export function findInnerCircles(sources: readonly Source[]): string[] {
  return findCircles(sources, toInnerFolder);
}

function findCircles(sources: readonly Source[], nodeOf: (path: string) => string): string[] {
  const needs = new Map<string, Set<string>>();
  for (const { path, uses } of sources) {
    const from = nodeOf(path);
    const others = uses.map(nodeOf).filter((node) => node !== from);
    needs.set(from, new Set([...(needs.get(from) ?? []), ...others]));
  }
  const reach = new Map([...needs.keys()].map((node) => [node, findReach(node, needs)]));
  const circles = [...reach].flatMap(([node, reached]) => {
    const circle = [...reached].filter((other) => reach.get(other)?.has(node) === true);
    return circle.length === 0 ? [] : [circle.toSorted().join(' ')];
  });
  return [...new Set(circles)];
}

/** Finds the sources that are evaluated together with `start`, before it. */
export function findAtOnce(sources: readonly Source[], start: string): ReadonlySet<string> {
  const uses = new Map(sources.map(({ path, usesAtOnce }) => [path, new Set(usesAtOnce)]));
  return findReach(start, uses);
}

/**
 * Finds names that several files export. A shape of the contract may share its name with its counterpart in the service
 * or main, and so may equal files of sibling folders, such as the processors of capabilities.
 */
export function findDoubledNames(sources: readonly Source[]): string[] {
  const pathsOf = new Map<string, string[]>();
  for (const { path, names } of sources) {
    for (const name of names) {
      pathsOf.set(name, [...(pathsOf.get(name) ?? []), path]);
    }
  }
  return [...pathsOf]
    .filter(([, paths]) => paths.length > 1 && !isWirePair(paths) && !areSiblings(paths))
    .map(([name, paths]) => `${name}: ${paths.toSorted().join(' ')}`);
}

/** Finds exported names with a banned verb, as a word of camel case or upper case. */
export function findBannedVerbs(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, names }) =>
    names
      .filter((name) => toWords(name).some((word) => bannedVerbs.has(word)))
      .filter((name) => !Object.hasOwn(allowedNames, name))
      .map((name) => `${path}: ${name}`),
  );
}

/** Finds files for another process or thread that are named neither `x-entry` (there) nor `x-host` (here). */
export function findBannedFiles(sources: readonly Source[]): string[] {
  return sources
    .map(({ path }) => path)
    .filter((path) => /[/-](?:program|process|worker|thread|desk|door)\.tsx?$/.test(path))
    .filter((path) => !Object.hasOwn(allowedFiles, posix.basename(path)));
}

function toInnerFolder(path: string): string {
  const parts = path.split('/');
  return parts.length > 4 ? parts.slice(0, 4).join('/') : path;
}

function toFolder(path: string): string {
  const parts = path.split('/');
  return parts.length > 3 ? parts.slice(0, 3).join('/') : `${parts.slice(0, 2).join('/')}/*`;
}

/** Returns all folders that a folder depends on, directly or indirectly. */
function findReach(
  folder: string,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(needs.get(folder) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!reached.has(next)) {
      reached.add(next);
      open.push(...(needs.get(next) ?? []));
    }
  }
  return reached;
}

function isWirePair(paths: readonly string[]): boolean {
  const [first = '', second = '', ...more] = paths
    .map((path) => path.split('/')[1] ?? '')
    .toSorted();
  return more.length === 0 && first === 'contract' && (second === 'main' || second === 'service');
}

function areSiblings(paths: readonly string[]): boolean {
  const places = paths.map((path) => {
    const folder = posix.dirname(path);
    return `${posix.dirname(folder)} ${posix.basename(path)}`;
  });
  return new Set(places).size === 1;
}

function toWords(name: string): string[] {
  return [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase());
}
