import { basename, dirname } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../../base/errors.ts';
import type { PiperSignature } from '../recognise/voices/piper-signature.ts';
import { readSideJson } from './side-file.ts';
import type { PackVoice } from './speech-models.ts';
import { toTitle } from './to-title.ts';

/** Maximum number of listed speakers per model; LibriTTS has 904. */
const MAX_SPEAKERS = 64;

/** Languages whose voices the catalogue lists by country. */
const severalCountries: ReadonlySet<string> = new Set(['en', 'es', 'pt']);

const idList = z.array(z.int().min(0).max(65_535)).max(8);

/** The used part of a Piper voice's configuration. */
const configSchema = z.object({
  audio: z.object({
    sample_rate: z.int().min(8000).max(48_000),
    quality: z.string().max(40).optional(),
  }),
  espeak: z.object({ voice: z.string().min(1).max(40) }).optional(),
  language: z.object({ code: z.string().min(1).max(40) }).optional(),
  dataset: z.string().max(120).optional(),
  phoneme_type: z.string().max(40).optional(),
  phoneme_id_map: z.record(z.string().max(16), idList),
  inference: z
    .object({
      noise_scale: z.number().min(0).max(2).optional(),
      length_scale: z.number().min(0.2).max(5).optional(),
      noise_w: z.number().min(0).max(2).optional(),
    })
    .optional(),
  num_speakers: z.int().min(0).max(65_535).optional(),
  speaker_id_map: z.record(z.string().max(120), z.int().min(0).max(65_535)).optional(),
});

type PiperConfig = z.output<typeof configSchema>;

/** Voices of a Piper model. */
export interface PiperVoices {
  readonly voices: readonly PackVoice[];
  readonly note: string | null;
}

/**
 * Reads the voices of a Piper model. Throws `unsupported_format` with the reason when its configuration is missing or
 * invalid.
 */
export async function readPiperVoices(path: string, ports: PiperSignature): Promise<PiperVoices> {
  const file = basename(path);
  const config = parseConfig(await findConfig(path), file);
  checkIds(config, file);
  const parts = toName(config, file);
  const tag = toTag(config, parts.language);
  if (tag === null) {
    throw createRefusal(`${file}.json does not say which language the voice speaks.`);
  }
  const tone = `Piper${parts.quality === '' ? '' : ` ${parts.quality}`}`;
  const model = {
    kind: 'piper',
    path,
    name: file,
    ports,
    sampleRateHz: config.audio.sample_rate,
    letters: config.phoneme_type === 'text' ? 'text' : 'ipa',
    ids: config.phoneme_id_map,
    scales: [
      config.inference?.noise_scale ?? 0.667,
      config.inference?.length_scale ?? 1,
      config.inference?.noise_w ?? 0.8,
    ],
  } as const;
  const shared = {
    tag,
    register: null,
    quality: /low/.test(parts.quality) ? 'fair' : 'good',
    reader: config.espeak?.voice ?? tag.toLowerCase(),
  } as const;
  const speakers = ports.speaker === null ? [] : listSpeakers(config);
  const voices = speakers.slice(0, MAX_SPEAKERS).map(([key, speaker]) => ({
    ...shared,
    key,
    label: `${parts.name} ${key}, ${tone}`,
    model: { ...model, speaker },
  }));
  const alone = { ...shared, key: '', label: `${parts.name}, ${tone}` };
  return {
    voices: voices.length > 0 ? voices : [{ ...alone, model: { ...model, speaker: 0 } }],
    note:
      speakers.length > MAX_SPEAKERS
        ? `The first ${MAX_SPEAKERS} of its ${speakers.length} speakers are listed.`
        : null,
  };
}

async function findConfig(path: string): Promise<unknown> {
  const beside = `${path}.json`;
  const config =
    (await readSideJson(beside)) ?? (await readSideJson(path.replace(/onnx$/i, 'json')));
  if (config === null) {
    throw createRefusal(
      `Its second file is missing: put ${basename(beside)} into the folder ${basename(dirname(path))}, beside it.`,
    );
  }
  return config;
}

function parseConfig(config: unknown, file: string): PiperConfig {
  const parsed = configSchema.safeParse(config);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') ?? '';
    throw createRefusal(
      `${file}.json is no configuration of Piper: ${path}: ${issue?.message ?? ''}.`,
    );
  }
  return parsed.data;
}

function checkIds(
  { phoneme_id_map: ids, phoneme_type: type = 'espeak' }: PiperConfig,
  file: string,
) {
  if (type !== 'espeak' && type !== 'text') {
    throw createRefusal(`${file} reads ${type}, which Guise cannot make of a text.`);
  }
  const missing = ['^', '_', '$'].filter((mark) => (ids[mark] ?? []).length === 0);
  if (missing.length > 0) {
    throw createRefusal(
      `${file}.json has no number for ${missing.join(' and ')} in phoneme_id_map.`,
    );
  }
}

/** Returns language, name and quality from the configuration, or from a file name like `de_DE-thorsten-medium.onnx`. */
function toName(config: PiperConfig, file: string) {
  const stem = file.replace(/\.onnx$/i, '');
  const [, language = '', name = '', quality = ''] =
    /^([a-z]{2,3}[_-][A-Za-z]{2,4})-(.+)-(x_low|low|medium|high)$/.exec(stem) ?? [];
  const called = config.dataset ?? (name === '' ? stem : name);
  return {
    language,
    name: toTitle(called),
    quality: (config.audio.quality ?? quality).replaceAll('_', ' '),
  };
}

/** Returns the language tag of the configuration, else of the file name or of the eSpeak NG voice. */
function toTag(config: PiperConfig, ofName: string): string | null {
  for (const code of [config.language?.code, ofName, config.espeak?.voice]) {
    try {
      const [tag] = Intl.getCanonicalLocales((code ?? '').replaceAll('_', '-'));
      if (tag !== undefined) {
        return removeUsualCountry(tag);
      }
    } catch {
      // The code is not a tag; the next one may be.
    }
  }
  return null;
}

/**
 * Drops the country when it is the language's usual one, as in the catalogue; languages of several countries keep it.
 */
function removeUsualCountry(tag: string): string {
  const { language: spoken, region } = new Intl.Locale(tag);
  const language = spoken === 'no' ? 'nb' : spoken;
  const isUsual = new Intl.Locale(language).maximize().region === region;
  const isListed = region !== undefined && (!isUsual || severalCountries.has(language));
  return isListed ? `${language}-${region}` : language;
}

function listSpeakers({ speaker_id_map: map = {}, num_speakers: count = 1 }: PiperConfig) {
  const named = Object.entries(map).toSorted(([, one], [, two]) => one - two);
  const numbered = Array.from({ length: count }, (_, index): [string, number] => [
    String(index),
    index,
  ]);
  return named.length > 0 ? named : numbered;
}

function createRefusal(text: string): AppError {
  return new AppError('unsupported_format', text);
}
