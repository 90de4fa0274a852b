import type { MarkTone } from '../../../ui/status-dot.tsx';
import type { CameraView } from '../../../contract/ipc/cameras.ts';
import type { LiveStoreState } from '../session/live-view.ts';

/** Status of the output, named as in the frame around it. */
export type OutputStatus =
  | { readonly is: 'preview' }
  | { readonly is: 'connecting' }
  | { readonly is: 'live' }
  /** Published, but with reduced quality. */
  | { readonly is: 'degraded'; readonly reason: 'no_face' | 'busy' | 'slow' | 'linking' }
  /** The last frame is repeated for a moment. */
  | { readonly is: 'held' }
  | { readonly is: 'covered'; readonly reason: CoverReason }
  /** The real face is published. */
  | { readonly is: 'bypass' };

/** Reason why the card is shown. */
export type CoverReason =
  | 'asked'
  | 'bypass'
  | 'settling'
  | 'camera'
  | 'face'
  /** No character is chosen that the engine could show. */
  | 'character'
  /** Frames come too far apart to follow the face. */
  | 'busy'
  | 'room'
  | 'service'
  | 'engine'
  /** Other programs get the card, although the user's own output has frames. */
  | 'device';

/** Colour of each status, always shown with a word. */
export const outputTones: Readonly<Record<OutputStatus['is'], MarkTone>> = {
  preview: 'idle',
  connecting: 'info',
  live: 'danger',
  degraded: 'warning',
  held: 'warning',
  covered: 'info',
  bypass: 'accent',
};

/** Fraction of the requested frame rate below which a session counts as slow. */
export const slowFraction = 0.6;

/**
 * Derives the status: causes that hide the video come first, then those that show the real face, then those
 * that reduce quality. The output of a virtual camera counts as well.
 */
export function toOutputStatus(
  state: Pick<
    LiveStoreState,
    | 'phase'
    | 'room'
    | 'isLinked'
    | 'flow'
    | 'isCovered'
    | 'isBypassed'
    | 'isBypassEnding'
    | 'camera'
    | 'liveSinceMs'
    | 'stats'
    | 'metrics'
  >,
  plannedFps: number,
  camera: CameraView = { state: 'off' },
): OutputStatus {
  if (state.phase === 'off') {
    return { is: 'preview' };
  }
  if (state.isCovered) {
    return { is: 'covered', reason: 'asked' };
  }
  if (state.camera === null) {
    return { is: 'covered', reason: 'camera' };
  }
  if (state.isBypassEnding) {
    return { is: 'covered', reason: 'bypass' };
  }
  if (state.isBypassed && camera.state === 'on') {
    // A device may have the real face before the user's own output, and before its report of the card is renewed.
    return { is: 'bypass' };
  }
  if (state.liveSinceMs === null) {
    return { is: 'connecting' };
  }
  if (state.flow === 'carded') {
    return { is: 'covered', reason: findCardReason(state.stats) };
  }
  if (state.flow !== 'flowing' && state.flow !== 'held') {
    return { is: 'covered', reason: state.flow === 'barred' ? 'settling' : findStallReason(state) };
  }
  if (state.isBypassed) {
    return { is: 'bypass' }; // Also where a device still has the card: the real face is in the output and in recordings.
  }
  if (camera.state === 'on' && camera.output.isCard) {
    return { is: 'covered', reason: 'device' };
  }
  if (!state.isLinked || state.room !== 'connected') {
    return { is: 'degraded', reason: 'linking' };
  }
  if (state.stats?.coverReason === 'no_character') {
    return { is: 'covered', reason: 'character' };
  }
  if (isFaceLost(state.stats)) {
    return { is: 'degraded', reason: 'no_face' };
  }
  if (state.stats?.coverReason === 'late') {
    return { is: 'degraded', reason: 'busy' };
  }
  const { fps, firstFrameMs } = state.metrics;
  if (state.stats?.coverReason === 'engine_failed') {
    return { is: 'degraded', reason: 'slow' };
  }
  if (firstFrameMs !== null && fps < plannedFps * slowFraction) {
    return { is: 'degraded', reason: 'slow' }; // With such gaps every picture would be held for a moment.
  }
  return state.flow === 'held' ? { is: 'held' } : { is: 'live' };
}

/** Returns whether the engine saw no face that it may show; services that give no reason have no other. */
export function isFaceLost(stats: LiveStoreState['stats']): boolean {
  return (
    stats?.isTracked === false && (stats.coverReason === null || stats.coverReason === 'no_face')
  );
}

function findCardReason(stats: LiveStoreState['stats']): CoverReason {
  if (isFaceLost(stats)) {
    return 'face';
  }
  const reason = stats?.coverReason;
  return reason === 'late' ? 'busy' : reason === 'no_character' ? 'character' : 'engine';
}

function findStallReason({
  isLinked,
  room,
}: Pick<LiveStoreState, 'isLinked' | 'room'>): CoverReason {
  if (!isLinked) {
    return 'service';
  }
  return room === 'connected' ? 'engine' : 'room';
}
