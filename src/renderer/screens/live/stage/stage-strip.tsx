import { lazy, Suspense, useEffect } from 'react';
import { useLive } from '../../../app/app-context.ts';
import { NextSteps } from './next-steps.tsx';
import { useStage } from '../stage-context.ts';
import type { StageNote } from './use-stage-notes.tsx';
import { useMissing } from '../use-missing.ts';

const JobStrip = lazy(async () => ({ default: (await import('../zones/job-strip.tsx')).JobStrip }));
const MetricsStrip = lazy(async () => ({
  default: (await import('./metrics-strip.tsx')).MetricsStrip,
}));

/** Lowest row: the metrics on request, the next steps, else the newest jobs. Its height is fixed. */
export function StageStrip({ notes }: { readonly notes: readonly StageNote[] }) {
  const { areMetricsOpen, setMetricsOpen } = useStage();
  const isOff = useLive(({ phase }) => phase === 'off');
  const missing = useMissing();
  const isOpen = areMetricsOpen && (!isOff || notes.length > 1);
  useEffect(() => {
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') {
        setMetricsOpen(false);
      }
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [setMetricsOpen]);
  return (
    // Escape closes an open part first; it covers the output only when none is open.
    <div className="stage-strip" {...(isOpen ? { 'data-closes-on-escape': '' } : {})}>
      <Suspense>
        {isOpen ? (
          <MetricsStrip notes={notes} />
        ) : isOff && missing !== null ? (
          <NextSteps />
        ) : (
          <JobStrip />
        )}
      </Suspense>
    </div>
  );
}
