import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { parseSync } from 'vite';
import { projectRoot } from '../../scripts/lib/paths.mjs';

/** Facts of a source file for the rules about names and folders. */
export interface Source {
  /** Path from the root of the project, with slashes: `src/base/clock.ts`. */
  readonly path: string;
  /** Paths of imported files; type-only imports do not count, dynamic ones do. */
  readonly uses: readonly string[];
  /** Paths of statically imported files, which are evaluated before this one. */
  readonly usesAtOnce: readonly string[];
  /** Names of exported declarations, types included. */
  readonly names: readonly string[];
}

/** Reads the sources below folders of the project, without tests. */
export function readSources(folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .map((path) => parseSource(path, readFileSync(join(projectRoot, path), 'utf8'))),
  );
}

/** Parses the imports and exports of a source. */
export function parseSource(path: string, text: string): Source {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  const atOnce = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null || isType ? [] : [moduleRequest.value],
    ),
  ];
  const delayed = dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  );
  const toPaths = (requests: readonly string[]): string[] =>
    requests
      .filter((request) => request.startsWith('.'))
      .map((request) => posix.join(posix.dirname(path), request));
  const names = exported.flatMap(({ moduleRequest, exportName }) =>
    moduleRequest === null && exportName.name !== null ? [exportName.name] : [],
  );
  return {
    path,
    uses: toPaths([...atOnce, ...delayed]),
    usesAtOnce: toPaths(atOnce),
    names: [...new Set(names)],
  };
}
