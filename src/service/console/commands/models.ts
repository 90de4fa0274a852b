import { isMeasurable } from '../../../contract/model-packs.ts';
import { listPacks } from '../../../engine/packs/pack-registry.ts';
import { measureInProcess } from '../../packs/measure-host.ts';
import { dataOptions } from '../data-folder.ts';
import { modelOptions, readModels } from '../model-options.ts';
import { printNote, printLine, printJson, toTable } from '../print.ts';
import type { ConsoleCommand } from '../usage.ts';
import { jsonOption } from '../with-owner.ts';

/** Lists the model packs of a folder, or measures selected ones. */
export const models: ConsoleCommand = {
  usage: {
    line: '[OPTIONS]',
    description:
      'Lists the models in the folder with purpose, licence, and whether they can be used. With\n' +
      '--swapper it measures the time for one face of a frame, with the other models the time for one\n' +
      'run. Nothing is ever downloaded.',
    options: { ...modelOptions, ...dataOptions, ...jsonOption },
    maxArguments: 0,
  },

  async run(args) {
    const setup = await readModels(args);
    if (isMeasurable(setup.choice)) {
      const measured = await measureInProcess(setup);
      if (args.has('json')) {
        printJson(measured);
      } else {
        if (measured.frameMs !== null) {
          printLine(`${measured.frameMs.toFixed(1)} ms for one face of a frame of 720p`);
        }
        if (measured.pictureMs !== null) {
          printLine(`${(measured.pictureMs / 1000).toFixed(1)} s for a picture`);
        }
        for (const { label, provider, runMs, note: why } of measured.packs) {
          printLine(
            `  ${label}: ${provider}, ${runMs.toFixed(1)} ms a run. ${why ?? ''}`.trimEnd(),
          );
        }
      }
      return 0;
    }
    const list = await listPacks(setup.folder);
    if (args.has('json')) {
      printJson(list);
      return 0;
    }
    printNote(
      list.exists ? list.folder : `${list.folder} is not there. Make it and put models into it.`,
    );
    const rows = list.packs.map(({ id, kind, label, licence, sizeBytes, isUsable, note: why }) => [
      id,
      kind ?? 'unknown',
      label,
      `${(sizeBytes / 1e6).toFixed(1)} MB`,
      licence.text,
      [isUsable ? 'usable' : 'not usable', why].filter((part) => part !== null).join(': '),
    ]);
    if (rows.length > 0) {
      printLine(toTable(['ID', 'WHAT', 'MODEL', 'SIZE', 'LICENCE', 'STATE'], rows));
    }
    if (list.note !== null) {
      printNote(list.note);
    }
    return 0;
  },
};
