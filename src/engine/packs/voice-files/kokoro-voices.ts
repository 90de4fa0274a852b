import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../../base/errors.ts';
import { type KokoroSignature, STYLE_SIZE } from '../recognise/voices/kokoro-signature.ts';
import { readSideJson, findSideText } from './side-file.ts';
import type { KokoroModel, PackVoice, StyleTable } from './speech-models.ts';
import { toTitle } from './to-title.ts';
import { listZip } from './zip-file.ts';

/** Size of one row in a table of styles. */
export const STYLE_ROW_BYTES = STYLE_SIZE * Float32Array.BYTES_PER_ELEMENT;

const SAMPLE_RATE_HZ = 24_000;
const MAX_VOICES = 128;
const MAX_ROWS = 1024;

/** Language of Kokoro voices, by the first letter of their names. */
interface Spoken {
  readonly tag: string;
  readonly reader: string;
}

const languages: Readonly<Record<string, Spoken | undefined>> = {
  a: { tag: 'en-US', reader: 'en-us' },
  b: { tag: 'en-GB', reader: 'en-gb' },
  e: { tag: 'es-ES', reader: 'es' },
  f: { tag: 'fr', reader: 'fr-fr' },
  h: { tag: 'hi', reader: 'hi' },
  i: { tag: 'it', reader: 'it' },
  p: { tag: 'pt-BR', reader: 'pt-br' },
};

const idsSchema = z.record(z.string().max(16), z.int().min(0).max(65_535));
const configSchema = z.object({ vocab: idsSchema });
const tokenizerSchema = z.object({ model: configSchema });

/** Voices beside a Kokoro model. */
export interface KokoroVoices {
  readonly voices: readonly PackVoice[];
  readonly note: string | null;
  readonly sizeBytes: number;
}

/** Kokoro model with its path. */
export interface KokoroLocation {
  readonly path: string;
  /** True when the parent of its folder is inside the folder of models, too. */
  readonly hasParent: boolean;
  readonly ports: KokoroSignature;
  /** Metadata of the file; exports of sherpa-onnx list their speakers there. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Voice with its style table. */
interface Style {
  readonly name: string;
  readonly table: StyleTable;
}

/**
 * Reads the voices of a Kokoro model. Throws `unsupported_format` with the reason when it has none, or a table cannot
 * be read.
 */
export async function readKokoroVoices(location: KokoroLocation): Promise<KokoroVoices> {
  const { path, ports, metadata } = location;
  const folder = dirname(path);
  const parent = location.hasParent ? [dirname(folder)] : [];
  const folders = [folder, join(folder, 'voices'), ...parent.map((above) => join(above, 'voices'))];
  const { styles, sizeBytes } = await findStyles(folders, metadata);
  if (styles.length === 0) {
    throw createRefusal(
      `Its voices are missing: put voices-v1.0.bin, or the folder voices with one .bin for each, beside ${basename(path)}.`,
    );
  }
  const ids = await findIds([folder, ...parent]);
  const rate = Number(metadata['sample_rate']);
  const model = {
    kind: 'kokoro',
    path,
    name: basename(path),
    ports,
    sampleRateHz: Number.isInteger(rate) && rate >= 8000 && rate <= 48_000 ? rate : SAMPLE_RATE_HZ,
    ids,
  } as const;
  const voices = styles.flatMap((style) => toVoice(style, model));
  const left = styles.length - voices.length;
  return {
    voices: voices.slice(0, MAX_VOICES),
    note:
      left === 0
        ? null
        : `${left} of its ${styles.length} voices are left out: Guise cannot read Japanese and Chinese for them.`,
    sizeBytes,
  };
}

function toVoice({ name, table }: Style, model: Omit<KokoroModel, 'style'>): PackVoice[] {
  const [, letter = '', sex = '', called = ''] = /^([a-z])([fm])_(.+)$/.exec(name) ?? [];
  const language = letter === '' ? languages['a'] : languages[letter];
  if (language === undefined) {
    return [];
  }
  const ending = /[-_]([fm])$/.exec(name)?.[1] ?? sex;
  return [
    {
      ...language,
      key: name,
      label: `${toTitle(called === '' ? name : called)}, Kokoro`,
      register: ending === 'f' ? 'high' : ending === 'm' ? 'low' : null,
      quality: 'good',
      model: { ...model, style: table },
    },
  ];
}

async function findStyles(
  folders: readonly string[],
  metadata: KokoroLocation['metadata'],
): Promise<{ readonly styles: readonly Style[]; readonly sizeBytes: number }> {
  const styles = new Map<string, Style>();
  let sizeBytes = 0;
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const file of names.filter((name) => /\.(npz|bin)$/i.test(name)).toSorted()) {
      const found = await readStyles(join(folder, file), metadata);
      sizeBytes += found.length > 0 ? (await stat(join(folder, file))).size : 0;
      for (const style of found) {
        styles.set(style.name, styles.get(style.name) ?? style);
      }
    }
  }
  return { styles: [...styles.values()], sizeBytes };
}

/** Lists the voices of a file: an archive, a file of several tables, or one table. */
async function readStyles(path: string, metadata: KokoroLocation['metadata']): Promise<Style[]> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isFile() !== true) {
    return [];
  }
  const rows = facts.size / STYLE_ROW_BYTES;
  const speakers = (metadata['speaker_names'] ?? '').split(',').filter((name) => name !== '');
  const rowsEach = rows / speakers.length;
  const plain = { path, entry: null } as const;
  if (Number.isInteger(rowsEach) && rowsEach > 1 && /^voices.*\.bin$/i.test(basename(path))) {
    return speakers.map((name, index) => {
      const start = index * rowsEach * STYLE_ROW_BYTES;
      return { name: name.trim(), table: { ...plain, start, rows: rowsEach } };
    });
  }
  const stem = basename(path).replace(/\.[^.]+$/, '');
  if (Number.isInteger(rows) && rows > 1 && rows <= MAX_ROWS && /^[a-z]{2}_/.test(stem)) {
    return [{ name: stem, table: { ...plain, start: 0, rows } }];
  }
  if (!/\.npz$|^voices/i.test(basename(path))) {
    return []; // Another model's file.
  }
  return (await listZip(path))
    .filter(({ name }) => /^[\w-]{1,64}\.npy$/.test(name))
    .map(({ name }) => ({
      name: name.slice(0, -'.npy'.length),
      table: { path, entry: name, start: 0, rows: 0 },
    }));
}

/** Reads the token ids of letters from a file beside the model; null when there is none. */
async function findIds(folders: readonly string[]): Promise<KokoroModel['ids']> {
  for (const folder of folders) {
    const config = configSchema.safeParse(await readSideJson(join(folder, 'config.json')));
    const tokenizer = tokenizerSchema.safeParse(await readSideJson(join(folder, 'tokenizer.json')));
    const list = await findSideText(join(folder, 'tokens.txt'));
    if (config.success || tokenizer.success) {
      return config.data?.vocab ?? tokenizer.data?.model.vocab ?? null;
    }
    if (list !== null) {
      return readTokenList(list);
    }
  }
  return null;
}

/** Parses lines of a letter and its id; the letter may be a blank. */
function readTokenList(list: string): KokoroModel['ids'] {
  const entries = list.split('\n').flatMap((line) => {
    const [, letter, number] = /^(.+) (\d{1,5})\r?$/u.exec(line) ?? [];
    return letter === undefined ? [] : [[letter, Number(number)] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function createRefusal(text: string): AppError {
  return new AppError('unsupported_format', text);
}
