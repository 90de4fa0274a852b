import { lazy, Suspense, useRef, useState } from 'react';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { waitForFrame } from '../../app/wait-for-frame.ts';
import { useApp, useView } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Rates } from '../../session/rates.ts';
import { ActionBar } from './action-bar.tsx';
import { characterTypes } from './drop-files.ts';
import { DropOverlay, useFileDrag } from './drop-overlay.tsx';
import './live.css';
import { NoteLine } from './stage/note-line.tsx';
import { type FileRefusal, receiveFiles } from './receive-files.ts';
import { Stage } from './stage/stage.tsx';
import { StageContext, type StageView } from './stage-context.ts';
import { StageStrip } from './stage/stage-strip.tsx';
import { StreamStatusLine } from './stage/stream-status-line.tsx';
import { useStageNotes } from './stage/use-stage-notes.tsx';

// The video comes first; the side column has its space reserved and is rendered a moment later.
const LiveSide = lazy(async () => {
  await waitForFrame();
  return { default: (await import('./live-side.tsx')).LiveSide };
});

/**
 * Live screen: the output as large as possible, with its settings at the side. Below it four rows of fixed
 * height: the current pipeline, notes, actions, and jobs or next steps. Nothing moves by itself.
 */
export function LiveScreen() {
  const { t } = useText();
  const character = useRef<HTMLInputElement>(null);
  const clip = useRef<HTMLInputElement>(null);
  const stage = useStageView({
    character: () => character.current?.click(),
    clip: () => clip.current?.click(),
  });
  const { drag, ...dragHandlers } = useFileDrag(stage.receive);
  return (
    <StageContext value={stage}>
      <h1 className="spoken">{t('live.title')}</h1>
      <div className="live" {...dragHandlers}>
        <div className="live-main">
          <Stage onRates={stage.setRates}>
            {drag === null ? null : <DropOverlay drag={drag} />}
          </Stage>
          <Rows />
        </div>
        <div className="live-side">
          <Suspense>
            <LiveSide />
          </Suspense>
        </div>
      </div>
      <FileChooser
        ref={character}
        accept={characterTypes.join()}
        purpose="character"
        onFiles={stage.receive}
      />
      <FileChooser ref={clip} accept="video/*" purpose="clip" onFiles={stage.receive} />
    </StageContext>
  );
}

function Rows() {
  const notes = useStageNotes();
  return (
    <>
      <StreamStatusLine />
      <NoteLine notes={notes} />
      <ActionBar />
      <StageStrip notes={notes} />
    </>
  );
}

function useStageView(choosers: Readonly<Record<'character' | 'clip', () => void>>): StageView {
  const app = useApp();
  const [rates, setRates] = useState<Rates | null>(null);
  const panel = useView((state) => state.livePanel);
  const areMetricsOpen = useView((state) => state.areMetricsOpen);
  const { setLivePanel: setPanel, setMetricsOpen } = app.view.getState();
  const [refusals, setRefusals] = useState<readonly FileRefusal[]>([]);
  return {
    rates,
    setRates,
    panel,
    setPanel,
    areMetricsOpen,
    setMetricsOpen,
    refusals,
    dismissRefusals: () => setRefusals([]),
    receive: (files) => {
      setPanel('on_air'); // The question whether the person agrees stands there.
      void app.attempt(async () => setRefusals(await receiveFiles(app, files)));
    },
    choose: (purpose) => choosers[purpose](),
  };
}
