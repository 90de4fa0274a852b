import { lazy, Suspense, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import type { Rates } from '../../session/rates.ts';
import { ActionBar } from './action-bar.tsx';
import { EndNote } from './end-note.tsx';
import './live.css';
import { Stage } from './stage.tsx';
import { TruthLine } from './truth-line.tsx';

// The picture comes first; what it is made of has its place kept and is there a moment later.
const LiveSide = lazy(async () => ({ default: (await import('./live-side.tsx')).LiveSide }));
const JobHistory = lazy(async () => ({
  default: (await import('../../jobs/job-history.tsx')).JobHistory,
}));

/** The output, as large as it gets, with everything it is made of at its side. */
export function LiveScreen() {
  const { t } = useText();
  const [rates, setRates] = useState<Rates | null>(null);
  return (
    <>
      <h1 className="spoken">{t('live.title')}</h1>
      <div className="live">
        <div className="live-main">
          <EndNote />
          <Stage onRates={setRates} />
          <TruthLine rates={rates} />
          <ActionBar />
          <Suspense>
            <JobHistory most={6} />
          </Suspense>
        </div>
        <div className="live-side">
          <Suspense>
            <LiveSide />
          </Suspense>
        </div>
      </div>
    </>
  );
}
