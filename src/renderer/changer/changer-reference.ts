import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { ChangerStart } from '../../contract/ipc/voice-changer.ts';
import { toAppError } from '../app/to-app-error.ts';
import {
  type ChangerStoreDependencies,
  type ChangerStore,
  type ChangerView,
  findVoiceId,
} from './changer-view.ts';

/** The part of the store that knows the recording whose voice is the target: it is placed, read and agreed to. */
export function createReferenceActions(
  { setState: set, getState: get }: ChangerStore,
  { bridge, addFile }: Pick<ChangerStoreDependencies, 'bridge' | 'addFile'>,
): Pick<ChangerView, 'setReference' | 'agree' | 'dropReference'> {
  return {
    setReference: async (file) => {
      const chosen = await addFile(file);
      set({ reference: { file: chosen, facts: null } });
      const facts = await bridge
        .call('changer.use_reference', { fileId: chosen.id })
        .catch(toAppError);
      const { reference } = get();
      if (reference?.file.id === chosen.id) {
        set({ reference: { ...reference, facts } });
      }
    },
    dropReference: (fileIds) => {
      const { reference } = get();
      if (reference !== null && fileIds.includes(reference.file.id)) {
        set({ reference: null });
      }
    },
    agree: async () => {
      const requested = get().reference;
      if (requested === null) {
        return;
      }
      const file = await bridge.call('files.agree', { id: requested.file.id });
      // The reference may have been read, or replaced by another one, meanwhile.
      const { reference } = get();
      if (reference?.file.id === file.id) {
        set({ reference: { ...reference, file } });
      }
    },
  };
}

/** Target of the conversion. Throws `invalid_input` while none is chosen. */
export function toTarget(view: ChangerView): ChangerStart['target'] {
  const { targetKind, reference, choice } = view;
  if (targetKind === 'reference') {
    if (reference === null || reference.facts === null || reference.facts instanceof AppError) {
      throw new AppError('invalid_input', 'There is no recording to speak like.', {
        details: faultDetails('no_reference'),
      });
    }
    return { kind: 'reference', fileId: reference.file.id };
  }
  const voiceId = findVoiceId(view);
  if (voiceId === null) {
    throw new AppError('invalid_input', `There is no voice ${choice.voiceId ?? ''}.`, {
      details: faultDetails('unknown_voice'),
    });
  }
  return { kind: 'voice', voiceId };
}
