import '../../../engine/models/no-telemetry.ts';
import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { AppError } from '../../../base/errors.ts';
import { transposeLimits } from '../../../contract/conversion.ts';
import { changeRecording } from '../../../engine/voice/change-recording.ts';
import { changerCatalogue } from '../../../engine/voice/changer/changer-catalogue.ts';
import { findSoundFormat, type SoundFormat } from '../../../engine/voice/file/sound-file.ts';
import { listRvcSets, type RvcSet } from '../../../engine/voice/neural/rvc/rvc-sets.ts';
import { dataOptions } from '../data-folder.ts';
import { modelFolderOption, readModelFolder } from '../model-options.ts';
import { printNote, printLine, printJson, toTable } from '../print.ts';
import { type Arguments, type ConsoleCommand, UsageError } from '../usage.ts';
import { jsonOption } from '../with-owner.ts';

const transposeRange = `${transposeLimits.min} to ${transposeLimits.max}`;

/** Turns the voice of a recording into one of the voice changer's or of a model of the user. */
export const convertVoice: ConsoleCommand = {
  usage: {
    line: 'RECORDING --to VOICE --out FILE',
    description:
      'Converts a recording of one speaker to another voice. Without a recording it lists the voices:\n' +
      'those of the voice changer and those of RVC models in the folder of models. FILE ends with .wav,\n' +
      '.mp3 or .ogg.',
    options: {
      to: { value: 'VOICE', description: 'Id of the voice.' },
      out: { value: 'FILE', description: 'File for the result.' },
      transpose: {
        value: 'N',
        description: `Semitones by which the pitch is raised for an RVC model, ${transposeRange}.`,
      },
      ...modelFolderOption,
      ...dataOptions,
      ...jsonOption,
    },
    maxArguments: 1,
  },

  async run(args) {
    const folder = readModelFolder(args);
    const [recording] = args.positionals;
    if (recording === undefined) {
      list(await listRvcSets(folder), args);
      return 0;
    }
    const { to, out, format } = readTarget(args);
    if ((await stat(recording).catch(() => null)) === null) {
      throw new AppError('not_found', `There is no file ${recording}.`);
    }
    const result = await changeRecording({
      path: resolve(recording),
      outputPath: out,
      format,
      voiceId: to,
      folder,
      transpose: readTranspose(args),
    });
    const seconds = result.durationUs / 1e6;
    if (args.has('json')) {
      printJson({ out, seconds, sampleRateHz: result.sampleRateHz });
    } else {
      printNote(`${out}: ${seconds.toFixed(1)} s at ${result.sampleRateHz} Hz`);
    }
    return 0;
  },
};

function list(sets: readonly RvcSet[], args: Arguments): void {
  const own = changerCatalogue.map(({ id, name, description }) => [id, name, description]);
  const models = sets.map(({ id, name, pack }) => [id, name, `RVC. Licence: ${pack.licence.text}`]);
  const rows = [...own, ...models];
  if (args.has('json')) {
    printJson(rows.map(([id, name, description]) => ({ id, name, description })));
  } else {
    printLine(toTable(['ID', 'VOICE', 'WHAT'], rows));
  }
}

function readTarget(args: Arguments): {
  readonly to: string;
  readonly out: string;
  readonly format: SoundFormat;
} {
  const to = args.text('to');
  const out = args.text('out');
  if (to === null || out === null) {
    throw new UsageError('convert-voice needs --to VOICE and --out FILE.');
  }
  const format = findSoundFormat(extname(out).slice(1));
  if (format === null) {
    throw new UsageError('--out has to end with .wav, .mp3 or .ogg.');
  }
  return { to, out: resolve(out), format };
}

function readTranspose(args: Arguments): number {
  const text = args.text('transpose') ?? '0';
  const value = Number(text);
  if (text.trim() === '' || !(value >= transposeLimits.min && value <= transposeLimits.max)) {
    throw new UsageError(`--transpose has to be a number from ${transposeRange}.`);
  }
  return value;
}
