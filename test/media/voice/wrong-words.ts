import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toWav } from '../../../src/engine/voice/file/wav-file.ts';
import { toJudgedLevel } from './to-judged-level.ts';

const execute = promisify(execFile);
const model = '/usr/share/pocketsphinx/model/en-us';
const rate = 16_000;
/** The general model of English, with narrow beams: four times as fast, a few percent more wrong words. */
const recogniser = {
  hmm: join(model, 'en-us'),
  dict: join(model, 'cmudict-en-us.dict'),
  lm: join(model, 'en-us.lm.bin'),
  adcin: 'yes',
  adchdr: '44',
  maxhmmpf: '3000',
  maxwpf: '10',
  fwdflat: 'no',
  bestpath: 'no',
} as const;

/** Returns whether Debian's pocketsphinx and its English model are installed. */
export async function canCountWords(): Promise<boolean> {
  try {
    await access(join(model, 'en-us.lm.bin'));
    await access('/usr/bin/pocketsphinx_batch');
    return true;
  } catch {
    return false;
  }
}

/** Word error rate in percent: words that a recogniser hears wrong, too many or not at all. */
export async function countWrongWords(
  sounds: readonly Float32Array[],
  texts: readonly string[],
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-words-'));
  try {
    for (const [index, sound] of sounds.entries()) {
      await writeFile(join(folder, `${index}.wav`), toWav(prepare(sound), rate));
    }
    await writeFile(join(folder, 'list'), sounds.map((_, index) => `${index}\n`).join(''));
    const files = { cepdir: folder, cepext: '.wav', ctl: join(folder, 'list') };
    const settings = { ...recogniser, ...files, hyp: join(folder, 'heard'), logfn: '/dev/null' };
    await execute(
      'pocketsphinx_batch',
      Object.entries(settings).flatMap(([name, value]) => [`-${name}`, value]),
    );
    const heard = new Map<string, string>();
    for (const line of (await readFile(join(folder, 'heard'), 'utf8')).split('\n')) {
      const [, words, name] = /^(.*) ?\((\S+) \S+\)$/.exec(line) ?? [];
      heard.set(name ?? '', (words ?? '').replaceAll(/\(\d+\)/g, ''));
    }
    let wrong = 0;
    let total = 0;
    for (const [index, text] of texts.entries()) {
      const said = toWords(text);
      wrong += countEdits(said, toWords(heard.get(`${index}`) ?? ''));
      total += said.length;
    }
    return (100 * wrong) / total;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Normalises the loudness and adds a pause at both ends. */
function prepare(sound: Float32Array): Float32Array {
  const pause = 0.3 * rate;
  const prepared = new Float32Array(sound.length + 2 * pause);
  prepared.set(toJudgedLevel(sound), pause);
  return prepared;
}

function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('-', ' ')
    .replaceAll(/[^a-z' ]/g, '')
    .split(' ')
    .filter((word) => word !== '');
}

function countEdits(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [index, word] of said.entries()) {
    const next = [index + 1];
    for (const [at, other] of heard.entries()) {
      next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (word === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
