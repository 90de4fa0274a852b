import type { ModelName } from './manifest.ts';
import type { ModelFolder } from './model-folder.ts';
import { openBuiltInModel, type OpenedModel } from './open-fixed-model.ts';

/** Set of networks in one thread. */
export interface Opened {
  /** Frees all networks. */
  close(): void;
}

/** Opens a network by its name. */
export type OpenModel = (name: ModelName) => Promise<OpenedModel>;

/** Signal that aborts opening. */
export type Stop = Pick<AbortSignal, 'throwIfAborted'>;

/** Opens several networks; when one fails, closes those opened before. Checks `signal` before each. */
export async function openTogether<Models extends object>(
  folder: ModelFolder,
  signal: Stop | undefined,
  openAll: (open: OpenModel) => Promise<Models>,
): Promise<Models & Opened> {
  const opened: OpenedModel[] = [];
  const close = (): void => {
    for (const model of opened) {
      model.close();
    }
  };
  try {
    const models = await openAll(async (name) => {
      signal?.throwIfAborted();
      const model = await openBuiltInModel(folder, name);
      opened.push(model);
      return model;
    });
    return { ...models, close };
  } catch (error) {
    close();
    throw error;
  }
}
