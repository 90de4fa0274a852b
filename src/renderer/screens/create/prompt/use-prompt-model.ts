import { useEffect, useState } from 'react';
import type { ListedPack } from '../../../../contract/model-packs.ts';
import type { PromptModel } from '../../../../instructions/prompt/wishes/leave-to-model.ts';
import { useApp, useService, useSettings } from '../../../app/app-context.ts';
import { useActiveService } from '../../../shell/use-active-service.ts';

/** The model that is chosen for words that no step does. */
interface ShownModel {
  /** Null where none is chosen or can be used, and where jobs run on another computer. */
  readonly model: PromptModel | null;
  /** Measured time for one image; null without a measurement. */
  readonly pictureMs: number | null;
}

const NONE: ShownModel = { model: null, pictureMs: null };

/** Finds the local model for requests that the steps do not cover; there is none for videos. */
export function usePromptModel(isVideo: boolean): ShownModel {
  const { bridge } = useApp();
  const { profile } = useActiveService();
  const id = useSettings(({ settings }) => settings.packs.diffusion);
  const speed = useSettings(({ settings }) => settings.packSpeed);
  const service = useService((state) => state.embedded.state);
  const [found, setFound] = useState<ListedPack | null>(null);
  const wanted = isVideo || profile.kind !== 'embedded' ? null : id;
  useEffect(() => {
    let isShown = true;
    const refresh = async (): Promise<void> => {
      // The form works without the model: its wishes are then shown as unsupported.
      const list = await bridge.call('packs.list', {}).catch(() => null);
      if (isShown) {
        setFound(list?.packs.find((pack) => pack.id === wanted) ?? null);
      }
    };
    if (wanted !== null && service !== 'starting') {
      void refresh();
    }
    return () => {
      isShown = false;
    };
  }, [bridge, wanted, service]);
  if (wanted === null || found?.id !== wanted || !found.isUsable) {
    return NONE;
  }
  return {
    model: { label: found.label, isFilling: found.family === 'inpainting' },
    pictureMs: speed?.diffusion === wanted ? speed.pictureMs : null,
  };
}
