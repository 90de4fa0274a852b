import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resolveInProject } from '../scripts/lib/paths.mjs';
import { toolCommand } from '../scripts/lib/tools.mjs';
import { codeFences, type Fence } from './support/code-fences.ts';

// Lowest first. A layer sees itself and every lower level, never its neighbours.
const levels: readonly (readonly string[])[] = [
  ['base'],
  ['contract', 'instructions'],
  ['engine', 'ui', 'client', 'room'],
  ['capabilities', 'devices'],
  ['service'],
  ['main', 'preload', 'renderer'],
];

const settingsFiles = ['tsc', 'types', 'tsconfig.json', 'tsconfig.base.json', '.oxlintrc.json'];
const projectSchema = z.object({
  include: z.array(z.string()).default([]),
  references: z.array(z.object({ path: z.string() })).default([]),
});

let layers: ReadonlyMap<string, ReadonlySet<string>>;
let scratch = '';
let found: { readonly tsc: readonly Finding[]; readonly oxlint: readonly Finding[] };
let fences: readonly Fence[] = [];

interface Finding {
  readonly file: string;
  /** `TS2322`, or the name of a lint rule. */
  readonly code: string;
}

beforeAll(async () => {
  layers = await readLayers();
  fences = [...importFences(layers), ...codeFences];
  scratch = await makeScratch();
  found = { tsc: await runCompiler(), oxlint: await runLinter() };
}, 180_000);

afterAll(() => rm(scratch, { recursive: true, force: true }));

describe('layers', () => {
  it('are one project of the compiler per folder of src', async () => {
    const folders = await readdir(resolveInProject('src'));
    expect(folders.filter((folder) => !layers.has(folder))).toEqual([]);
  });

  it('are all built when everything is built', async () => {
    const root = projectSchema.parse(
      JSON.parse(await readFile(resolveInProject('tsconfig.json'), 'utf8')),
    );
    const built = root.references.map((reference) => basename(reference.path));
    expect(built.toSorted()).toEqual((await readdir(resolveInProject('tsc'))).toSorted());
  });

  it('see only what is below them', () => {
    const wrong = [...layers].flatMap(([layer, seen]) =>
      [...seen]
        .filter((other) => computeLevel(other) >= computeLevel(layer))
        .map((other) => [layer, other]),
    );
    expect(wrong).toEqual([]);
  });
});

describe('fences', () => {
  it('let good code pass', () => {
    const isGood = (finding: Finding): boolean => /control\.tsx?$/.test(finding.file);
    expect([...found.tsc, ...found.oxlint].filter(isGood)).toEqual([]);
  });

  it('stop every import of a layer that is not below, also of types alone', () => {
    expect(
      importFences(layers)
        .filter((fence) => !isStopped(fence))
        .map(toName),
    ).toEqual([]);
  });

  it.each(codeFences)('stop $name', (fence) => {
    expect(found[fence.tool].filter((finding) => finding.file === fence.file)).toContainEqual({
      file: fence.file,
      code: fence.code,
    });
  });
});

function isStopped(fence: Fence): boolean {
  return found[fence.tool].some(
    (finding) => finding.file === fence.file && finding.code === fence.code,
  );
}

function toName(fence: Fence): string {
  return fence.name;
}

function computeLevel(layer: string): number {
  const level = levels.findIndex((names) => names.includes(layer));
  expect(level, `${layer} has a place in the levels`).toBeGreaterThanOrEqual(0);
  return level;
}

/** The projects of folders of src, each with the layers it may import. */
async function readLayers(): Promise<Map<string, Set<string>>> {
  const direct = new Map<string, { folder: string | null; references: string[] }>();
  for (const name of await readdir(resolveInProject('tsc'))) {
    const text = await readFile(resolveInProject('tsc', name), 'utf8');
    const project = projectSchema.parse(JSON.parse(text));
    const folder = project.include.map((path) => /^\.\.\/src\/([a-z-]+)(\/|$)/.exec(path)?.[1]);
    direct.set(name, {
      folder: folder.find((match) => match !== undefined) ?? null,
      references: project.references.map((reference) => relative('.', reference.path)),
    });
  }
  const result = new Map<string, Set<string>>();
  for (const { folder, references } of direct.values()) {
    if (folder !== null) {
      // A layer may be several projects: its own parts are not another layer.
      const seen = references.map((reference) => direct.get(reference)?.folder ?? reference);
      const others = seen.filter((other) => other !== folder);
      result.set(folder, new Set([...(result.get(folder) ?? []), ...others]));
    }
  }
  return result;
}

/** One file per layer and forbidden layer. */
function importFences(seenBy: ReadonlyMap<string, ReadonlySet<string>>): Fence[] {
  const names = [...seenBy.keys()];
  return names.flatMap((layer) =>
    names
      .filter((other) => other !== layer && seenBy.get(layer)?.has(other) === false)
      .map((other) => ({
        name: `${layer} importing a type of ${other}`,
        tool: 'tsc' as const,
        file: `src/${layer}/sees-${other}.ts`,
        text: `import type { Control } from '../${other}/control.ts';\n\nexport type Seen = Control;\n`,
        code: 'TS6307',
      })),
  );
}

/** The settings of the project with one good file per layer and one bad file per fence. */
async function makeScratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-fences-'));
  for (const name of [...settingsFiles, 'package.json']) {
    await cp(resolveInProject(name), join(folder, name), { recursive: true });
  }
  await symlink(resolveInProject('node_modules'), join(folder, 'node_modules'));
  const controls = [...layers.keys()].map((layer) => `src/${layer}/control.ts`);
  for (const file of [...controls, 'runtime/control.ts', 'test/control.test.ts']) {
    await write(join(folder, file), 'export interface Control {\n  readonly name: string;\n}\n');
  }
  for (const fence of fences) {
    await write(join(folder, fence.file), fence.text);
  }
  return folder;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function runCompiler(): Promise<Finding[]> {
  const output = await run([...toolCommand('typescript', 'tsc'), '--build', '--pretty', 'false']);
  return [...output.matchAll(/^(\S+?)\(\d+,\d+\): error (TS\d+):/gm)].map((match) => ({
    file: match[1] ?? '',
    code: match[2] ?? '',
  }));
}

async function runLinter(): Promise<Finding[]> {
  const output = await run([...toolCommand('oxlint'), '--type-aware', '--format', 'json']);
  const schema = z.object({
    diagnostics: z.array(z.object({ code: z.string().default(''), filename: z.string() })),
  });
  return schema.parse(JSON.parse(output)).diagnostics.map((diagnostic) => ({
    file: diagnostic.filename,
    code: diagnostic.code,
  }));
}

/** Both tools end with an exit code other than 0 here: that is what is being tested. */
function run([program, ...args]: readonly [string, ...string[]]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: scratch, maxBuffer: 64_000_000 }, (_error, stdout) => {
      resolve(stdout);
    });
  });
}
