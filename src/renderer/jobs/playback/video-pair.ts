/** Difference in seconds below which the two videos are in sync: less than a frame at 30 fps. */
const togetherS = 0.02;
/** Above it the follower jumps instead of running faster or slower. */
const jumpS = 0.25;
/** Maximum change of speed while the follower catches up; browsers keep the pitch of an audible one. */
const maxPull = 0.15;

/** Frames closer to each other were not presented one after the other. */
const shortestFrameS = 0.005;

/** Source of the audible audio. */
export type PairSound = 'leader' | 'follower' | 'none';

/** Two synchronised videos; at first the leader's audio is audible. */
export interface VideoPair {
  readonly toggle: () => void;
  readonly pause: () => void;
  /** Goes to a time in seconds. */
  readonly seek: (timeS: number) => void;
  readonly setSound: (sound: PairSound) => void;
  /** Lets go of both. */
  readonly close: () => void;
}

/** State of the leader, a few times a second while it plays. */
export interface PairState {
  readonly isPlaying: boolean;
  readonly timeS: number;
  readonly durationS: number;
  /** The shortest time between two frames that were shown; null until two were. */
  readonly frameS: number | null;
}

/** Synchronises `follower` with `leader`, frame by frame. A follower that cannot be played is ignored. */
export function openVideoPair(
  leader: HTMLVideoElement,
  follower: HTMLVideoElement | null,
  onState: (state: PairState) => void,
): VideoPair {
  const listeners = new AbortController();
  const { signal } = listeners;
  let frame = 0;
  const rate = createFrameMeter();
  const notify = (): void => {
    const durationS = Number.isFinite(leader.duration) ? leader.duration : 0;
    onState({
      isPlaying: !leader.paused,
      timeS: leader.currentTime,
      durationS,
      frameS: rate.read(),
    });
  };
  const jump = (): void => {
    if (follower !== null && follower.readyState > 0) {
      follower.currentTime = Math.min(leader.currentTime, follower.duration);
    }
  };
  const pull: VideoFrameRequestCallback = (_, { mediaTime }) => {
    rate.add(mediaTime, !leader.paused);
    if (follower !== null && follower.readyState > 0) {
      const behindS = leader.currentTime - follower.currentTime;
      if (Math.abs(behindS) > jumpS && !follower.seeking) {
        jump();
      }
      const speed = Math.abs(behindS) < togetherS ? 0 : behindS * 2;
      follower.playbackRate = 1 + Math.min(maxPull, Math.max(-maxPull, speed));
    }
    frame = leader.requestVideoFrameCallback(pull);
  };
  const on = (name: string, listener: () => void): void => {
    leader.addEventListener(name, listener, { signal });
  };
  on('play', () => {
    jump();
    // A follower that cannot play stays on its first frame.
    follower?.play().catch(() => undefined);
    notify();
  });
  on('pause', () => {
    follower?.pause();
    jump();
    notify();
  });
  on('seeking', jump);
  on('seeked', notify);
  on('timeupdate', notify);
  on('loadedmetadata', notify);
  on('ended', notify);
  follower?.addEventListener('loadedmetadata', jump, { signal });
  frame = leader.requestVideoFrameCallback(pull);
  notify();
  return {
    toggle: () => {
      if (leader.paused) {
        leader.play().catch(notify);
      } else {
        leader.pause();
      }
    },
    pause: () => leader.pause(),
    seek: (timeS) => {
      leader.currentTime = timeS;
    },
    setSound: (sound) => muteOthers(leader, follower, sound),
    close: () => {
      listeners.abort();
      leader.cancelVideoFrameCallback(frame);
    },
  };
}

function muteOthers(
  leader: HTMLVideoElement,
  follower: HTMLVideoElement | null,
  sound: PairSound,
): void {
  leader.muted = sound !== 'leader';
  if (follower !== null) {
    follower.muted = sound !== 'follower';
  }
}

/** Finds the shortest time between two frames that were shown one after the other. */
function createFrameMeter(): {
  readonly add: (mediaTimeS: number, isPlaying: boolean) => void;
  readonly read: () => number | null;
} {
  let shownS: number | null = null;
  let frameS: number | null = null;
  return {
    add: (mediaTimeS, isPlaying) => {
      const passedS = shownS === null ? 0 : mediaTimeS - shownS;
      if (isPlaying && passedS > shortestFrameS) {
        frameS = Math.min(frameS ?? passedS, passedS);
      }
      shownS = mediaTimeS;
    },
    read: () => frameS,
  };
}
