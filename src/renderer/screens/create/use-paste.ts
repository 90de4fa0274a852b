import { useEffect } from 'react';
import { AppError } from '../../../base/errors.ts';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import { maxChunkBytes } from '../../../contract/ipc/chunks.ts';
import type { ChosenFile } from '../../../contract/ipc/files.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';
import { type App, useApp } from '../../app/app-context.ts';
import { listFileTargets } from './shown-form.ts';

/** Accepts pastes anywhere on the screen except in text fields: files, and images of the clipboard. */
export function usePaste(): void {
  const app = useApp();
  useEffect(() => {
    const listeners = new AbortController();
    globalThis.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length > 0 && !isText(event.target)) {
          event.preventDefault();
          void app.attempt(() => receive(app, files));
        }
      },
      { signal: listeners.signal },
    );
    return () => listeners.abort();
  }, [app]);
}

/** Browser's name for a clipboard image that is not a file. */
const clipboardName = 'image.png';

async function receive(app: App, files: readonly File[]): Promise<void> {
  const { draft, view, bridge } = app;
  const targets = listFileTargets(draft.getState().feature);
  view.getState().openJob(null);
  for (const file of files) {
    const image = file.name === clipboardName ? await storePicture(bridge, file) : null;
    await (image === null
      ? draft.getState().addAnywhere(targets, [file])
      : draft.getState().addChosen(targets, [image]));
  }
}

/** Stores a clipboard image through main; null when it is too large for a job. */
async function storePicture(bridge: Bridge<Ipc>, file: File): Promise<ChosenFile | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { id } = await bridge.call('pastes.begin', {});
  for (let at = 0; at < bytes.length; at += maxChunkBytes) {
    try {
      await bridge.call('pastes.write', { id, bytes: bytes.slice(at, at + maxChunkBytes) });
    } catch (error) {
      if (error instanceof AppError && error.code === 'input_too_large') {
        return null;
      }
      throw error;
    }
  }
  return bridge.call('pastes.end', { id });
}

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type === 'text')
  );
}
