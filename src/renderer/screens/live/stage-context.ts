import { createContext, use } from 'react';
import { invariant } from '../../../base/errors.ts';
import type { Rates } from '../../session/rates.ts';
import type { ViewStoreState } from '../../stores/view-store.ts';
import type { FileRefusal } from './receive-files.ts';

/** State that the parts of the live screen share, besides the stores. */
export interface StageView {
  readonly panel: ViewStoreState['livePanel'];
  readonly setPanel: (panel: ViewStoreState['livePanel']) => void;
  /** Frame rates of the preview; null while unmeasured. */
  readonly rates: Rates | null;
  readonly setRates: (rates: Rates | null) => void;
  /** True when the metrics replace the job strip. */
  readonly areMetricsOpen: boolean;
  readonly setMetricsOpen: (isOpen: boolean) => void;
  /** Files of the last drop that were not used. */
  readonly refusals: readonly FileRefusal[];
  readonly dismissRefusals: () => void;
  readonly receive: (files: readonly File[]) => void;
  /** Opens the system's chooser of files. */
  readonly choose: (purpose: 'character' | 'clip') => void;
}

/** Carries {@link StageView} to every part of the live screen. */
export const StageContext = createContext<StageView | null>(null);

/** See {@link StageView}. */
export function useStage(): StageView {
  const stage = use(StageContext);
  invariant(stage, 'The parts of the stage are drawn on the live screen.');
  return stage;
}
