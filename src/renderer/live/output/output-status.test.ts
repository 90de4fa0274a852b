import { describe, expect, it } from 'vitest';
import type { CameraView } from '../../../contract/ipc/cameras.ts';
import { type OutputStatus, toOutputStatus } from './output-status.ts';
import { noMetrics } from '../session/live-metrics.ts';

type Facts = Parameters<typeof toOutputStatus>[0];

const stats: NonNullable<Facts['stats']> = {
  fps: 30,
  latencyMs: 20,
  isTracked: true,
  coverReason: null,
  mode: null,
  arms: null,
  engine: 'Mesh engine, CPU',
  secondsLeft: 600,
  secondsBilled: 0,
};
const live: Facts = {
  phase: 'on',
  room: 'connected',
  isLinked: true,
  flow: 'flowing',
  isCovered: false,
  isBypassed: false,
  isBypassEnding: false,
  camera: {} as MediaStream,
  liveSinceMs: 5,
  stats,
  metrics: { ...noMetrics, fps: 29, firstFrameMs: 900 },
};
const judge = (change: Partial<Facts>): OutputStatus => toOutputStatus({ ...live, ...change }, 30);

describe('the status of the output', () => {
  it('is live only while frames flow, the face is tracked and everything is connected', () => {
    expect(judge({})).toEqual({ is: 'live' });
    expect(judge({ phase: 'off' })).toEqual({ is: 'preview' });
    expect(judge({ liveSinceMs: null, flow: 'waiting' })).toEqual({ is: 'connecting' });
    expect(judge({ stats: { ...stats, isTracked: false } })).toEqual({
      is: 'degraded',
      reason: 'no_face',
    });
    expect(judge({ isLinked: false })).toEqual({ is: 'degraded', reason: 'linking' });
    expect(judge({ room: 'reconnecting' })).toEqual({ is: 'degraded', reason: 'linking' });
    expect(judge({ flow: 'held' })).toEqual({ is: 'held' });
  });

  it('reports that the bypass is ending until it has ended, and then that old frames still pass', () => {
    expect(judge({ flow: 'barred', isBypassEnding: true, isLinked: false })).toEqual({
      is: 'covered',
      reason: 'bypass',
    });
    expect(judge({ flow: 'barred' })).toEqual({ is: 'covered', reason: 'settling' });
  });

  it('says that the face is lost only where the engine looked for one and found none', () => {
    const because = (coverReason: (typeof stats)['coverReason']) =>
      (['flowing', 'carded'] as const).map((flow) =>
        judge({ flow, stats: { ...stats, isTracked: false, coverReason } }),
      );
    const covered = (reason: string) => ({ is: 'covered', reason });
    const degraded = (reason: string) => ({ is: 'degraded', reason });
    expect(because('no_face')).toEqual([degraded('no_face'), covered('face')]);
    // Of a service that gives no reasons.
    expect(because(null)).toEqual([degraded('no_face'), covered('face')]);
    expect(because('late')).toEqual([degraded('busy'), covered('busy')]);
    expect(because('engine_failed')).toEqual([degraded('slow'), covered('engine')]);
    expect(because('no_character')).toEqual([covered('character'), covered('character')]);
    expect(because('no_picture')).toEqual([{ is: 'live' }, covered('engine')]);
  });

  it('is never live over a card: of the engine, or of the camera that other programs read', () => {
    expect(judge({ flow: 'carded', stats: { ...stats, isTracked: false } })).toEqual({
      is: 'covered',
      reason: 'face',
    });
    expect(judge({ flow: 'carded', isBypassed: true })).toEqual({
      is: 'covered',
      reason: 'engine',
    });
    const camera = (isCard: boolean): CameraView => ({
      state: 'on',
      format: { width: 1280, height: 720, rate: 30 },
      output: {
        flow: isCard ? 'stalled' : 'flowing',
        isCard,
        readers: 1,
        framesPerSecond: 30,
        ageMs: null,
        received: 1,
        dropped: 0,
        skipped: 0,
        coding: null,
      },
      sinks: [],
      delayMs: 0,
    });
    expect(toOutputStatus(live, 30, camera(true))).toEqual({ is: 'covered', reason: 'device' });
    expect(toOutputStatus(live, 30, camera(false))).toEqual({ is: 'live' });
    expect(toOutputStatus({ ...live, isBypassed: true }, 30, camera(true))).toEqual({
      is: 'bypass',
    });
    const stalled = { ...live, isBypassed: true, flow: 'stalled' } as const;
    expect(toOutputStatus(stalled, 30, camera(false))).toEqual({ is: 'bypass' });
    // The device's report is a moment old, so the device may show the real face already.
    expect(toOutputStatus(stalled, 30, camera(true))).toEqual({ is: 'bypass' });
    expect(toOutputStatus({ ...stalled, isCovered: true }, 30, camera(false)).is).toBe('covered');
  });

  it('names why the card is out', () => {
    expect(judge({ flow: 'covered', isCovered: true })).toEqual({ is: 'covered', reason: 'asked' });
    expect(judge({ flow: 'covered', camera: null })).toEqual({ is: 'covered', reason: 'camera' });
    expect(judge({ flow: 'stalled' })).toEqual({ is: 'covered', reason: 'engine' });
    expect(judge({ flow: 'stalled', room: 'reconnecting' })).toEqual({
      is: 'covered',
      reason: 'room',
    });
    expect(judge({ flow: 'stalled', room: 'joining', isLinked: false })).toEqual({
      is: 'covered',
      reason: 'service',
    });
  });

  it('says that the real face goes out before it says anything that is less bad', () => {
    const bypass = { isBypassed: true };
    expect(judge({ ...bypass, stats: { ...stats, isTracked: false } })).toEqual({ is: 'bypass' });
    expect(judge({ ...bypass, isLinked: false })).toEqual({ is: 'bypass' });
    expect(judge({ ...bypass, flow: 'held' })).toEqual({ is: 'bypass' });
    // The card hides it.
    expect(judge({ ...bypass, flow: 'covered', isCovered: true })).toEqual({
      is: 'covered',
      reason: 'asked',
    });
  });

  it('calls a slow output slow instead of flickering between live and held', () => {
    const metrics = { ...noMetrics, fps: 5, firstFrameMs: 900 };
    for (const flow of ['flowing', 'held'] as const) {
      expect(judge({ flow, metrics })).toEqual({ is: 'degraded', reason: 'slow' });
    }
  });
});
