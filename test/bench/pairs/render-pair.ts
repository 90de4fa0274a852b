import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processor as clips } from '../../../src/capabilities/face-swap/processor.ts';
import { processor as stills } from '../../../src/capabilities/face-swap-image/processor.ts';
import type { InputFile } from '../../../src/capabilities/media-file.ts';
import type { RunResult } from '../../../src/capabilities/processor.ts';
import { listed, type ListedPair, toName, pairsFolder } from './material.ts';
import { makeTarget } from './make-target.ts';

/** Rendered pair. */
export interface RenderedPair {
  readonly pair: ListedPair;
  readonly name: string;
  readonly sourcePath: string;
  readonly targetPath: string;
  readonly outputPath: string;
  readonly report: RunResult['report'];
  readonly notes: NonNullable<RunResult['notes']>;
}

/** Renders a pair as a job would, or returns an earlier result. */
export async function renderPair(
  pair: ListedPair,
  material: ReadonlyMap<string, string>,
): Promise<RenderedPair> {
  const name = toName(pair);
  const sourcePath = toPath(material, pair.source);
  const isClip = pair.clip !== undefined;
  const targetPath = isClip
    ? await makeTarget(pair.clip, material)
    : toPath(material, pair.still ?? '');
  const folder = join(pairsFolder, 'results', name);
  const outputPath = join(folder, isClip ? 'swapped.mp4' : 'swapped.png');
  const reportPath = join(folder, 'report.json');
  const found = { pair, name, sourcePath, targetPath, outputPath };
  if (existsSync(reportPath)) {
    const known = await readFile(reportPath, 'utf8');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below
    return { ...found, ...(JSON.parse(known) as Pick<RenderedPair, 'report' | 'notes'>) };
  }
  const { report, notes = [] } = await renderAnew({ isClip, folder, sourcePath, targetPath });
  await writeFile(reportPath, JSON.stringify({ report, notes }));
  return { ...found, report, notes };
}

function toPath(material: ReadonlyMap<string, string>, name: string): string {
  const path = material.get(name);
  if (path === undefined) {
    throw new Error(`There is no ${name} among ${Object.keys(listed.media).join(', ')}.`);
  }
  return path;
}

async function renderAnew({
  isClip,
  folder,
  sourcePath,
  targetPath,
}: {
  readonly isClip: boolean;
  readonly folder: string;
  readonly sourcePath: string;
  readonly targetPath: string;
}): Promise<RunResult> {
  const unfinished = `${folder}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const targetField = isClip ? 'video_key' : 'image_key';
  const targetKey = isClip ? 'api/videos/target.mp4' : 'api/images/target.png';
  const sourceKey = 'api/images/source.png';
  const processor = isClip ? clips : stills;
  const result = await processor.run({
    jobId: 'pair',
    feature: processor.feature,
    input: { [targetField]: targetKey, face_key: sourceKey },
    files: {
      [targetKey]: await describe(targetPath, isClip ? 'video' : 'image'),
      [sourceKey]: await describe(sourcePath, 'image'),
    },
    stage: null,
    preview: null,
    packs: null,
    folder: unfinished,
    signal: new AbortController().signal,
    report: () => undefined,
  });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  return result;
}

async function describe(path: string, kind: 'image' | 'video'): Promise<InputFile> {
  const { size } = await stat(path);
  const mime = kind === 'video' ? 'video/mp4' : path.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return { path, kind, mime, sizeBytes: size, facts: {} };
}
