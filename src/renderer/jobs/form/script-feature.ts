import { capabilities } from '../../../capabilities/definitions.ts';
import { toForm } from '../../../capabilities/form/form.ts';
import type { App } from '../../app/app-context.ts';
import type { FormFeature } from './forms.ts';

/**
 * First capability that makes audio from a script with a voice of the list; null when there is none. Imports
 * forms, and with them every operation of the API: nothing that the page starts with may import it.
 */
export const scriptFeature: FormFeature | null =
  capabilities.find(
    (definition) =>
      definition.result === 'audio' &&
      toForm(definition).fields.some(({ control }) => control === 'voice'),
  )?.feature ?? null;

/** Opens the form that speaks a script, with a voice chosen. */
export function chooseScriptVoice({ draft, view }: Pick<App, 'draft' | 'view'>, id: string): void {
  draft.getState().setOption('voice_id', id);
  if (scriptFeature !== null) {
    draft.getState().choose(scriptFeature);
  }
  view.getState().goTo('create');
  view.getState().openJob(null);
}
