import { capabilities } from '../../capabilities/definitions.ts';
import { toForm } from '../../capabilities/form/form.ts';
import type { App } from '../app/app-context.ts';
import type { Proposal } from './report/verdict.ts';

/**
 * Opens the Create form with the values of a job, to create a similar one; the field in `proposal` is set to
 * its value, or left empty. Throws when a file is gone.
 */
export async function editAsNew(
  { bridge, draft, view, attempt }: Pick<App, 'bridge' | 'draft' | 'view' | 'attempt'>,
  id: string,
  proposal: Proposal | null = null,
): Promise<void> {
  const { feature, options, inputs } = await bridge.call('jobs.edit', { id });
  const definition = capabilities.find((known) => known.feature === feature);
  if (definition === undefined) {
    return;
  }
  const form = toForm(definition);
  const { choose, choosePerson, placeJoints, setOption, setSetting, setChosenFile, remove } =
    draft.getState();
  choose(definition.feature);
  view.getState().goTo('create');
  view.getState().openJob(null);
  for (const field of form.fields) {
    const change = proposal?.field === field.field ? proposal : null;
    if (field.control === 'file' || field.control === 'files') {
      while ((draft.getState().slots[field.field] ?? []).length > 0) {
        remove(field.field, 0);
      }
      const isList = field.control === 'files';
      const target = { field: field.field, aim: field.aim, isList, max: isList ? field.max : 1 };
      const files = change === null ? inputs.filter((one) => one.field === field.field) : [];
      for (const { file } of files) {
        // The inspection of a file arrives after the file.
        void attempt(() => setChosenFile({ ...target, kind: file.kind }, file));
        await Promise.resolve();
      }
    } else if (field.control === 'person') {
      const shown = inputs.find((one) => one.field === field.condition?.field);
      const person = options[field.field];
      if (shown !== undefined && typeof person === 'number') {
        choosePerson(shown.file.id, person);
      }
    } else if (field.control === 'joints') {
      const shown = inputs.find((one) => one.field === field.condition?.field);
      const joints = options[field.field];
      if (shown !== undefined && typeof joints === 'string') {
        const target = { field: shown.field, aim: 'body', isList: false, max: 1 } as const;
        void attempt(() => placeJoints({ ...target, kind: shown.file.kind }, shown.file, joints));
      }
    } else {
      const value = change === null ? (options[field.field] ?? null) : findValue(change);
      const isKept = ['text', 'voice', 'language'].includes(field.control);
      if (isKept && typeof value !== 'boolean') {
        setOption(field.field, value);
      } else {
        setSetting(field.field, value);
      }
    }
  }
}

function findValue(proposal: Proposal): number | null {
  return proposal.kind === 'set' ? proposal.value : null;
}
