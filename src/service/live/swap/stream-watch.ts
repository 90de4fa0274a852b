import type { StreamReport } from '../worker/worker-messages.ts';

/** Something the client should know about its stream. */
export interface StreamNotice {
  readonly code: string;
  readonly message: string;
}

/** Evaluates the reports of a stream, one per second. */
export interface StreamWatch {
  /** Returns a new warning; null when there is none, or when it was sent and still holds. */
  observe(
    report: Pick<StreamReport, 'coverReason' | 'received' | 'isReduced' | 'hasSlowArms'> | null,
  ): StreamNotice | null;
}

/** Number of checks for which a state has to persist: heads turn and hands pass. */
const CHECKS = 3;

const notices: Readonly<Record<string, StreamNotice>> = {
  no_face: {
    code: 'tracking_lost',
    message: 'No face can be followed; the picture is covered until there is one.',
  },
  late: {
    code: 'frames_late',
    message:
      'Pictures come too far apart to follow a face from one to the next; the picture is covered until they come faster. Send smaller ones, or let the machine do less beside it.',
  },
  no_character: {
    code: 'no_character',
    message: 'There is nothing to show yet: send set_image or prompt, or switch passthrough on.',
  },
  engine_failed: {
    code: 'engine_failed',
    message:
      'The engine failed and is being opened again; the picture is covered and costs nothing.',
  },
};

const reduced: StreamNotice = {
  code: 'mode_reduced',
  message:
    'This machine is too slow for more than the face at this resolution, so the face alone is shown: your own hair, clothes and room are seen. Ask for “full body” or “whole head” to have it all the same, or send a smaller picture.',
};

const slowArms: StreamNotice = {
  code: 'arms_still',
  message:
    'With moving arms this machine stayed below 24 pictures a second, so the arms of the character stay as in its picture. Send a smaller picture and start again to have them move.',
};

/** A watch that has seen nothing. */
export function createStreamWatch(): StreamWatch {
  let reason: string | null = null;
  let checks = 0;
  let received = 0;
  let wasReduced = false;
  let hadSlowArms = false;
  return {
    observe(report) {
      const isReduced = report?.isReduced ?? wasReduced;
      if (isReduced !== wasReduced) {
        wasReduced = isReduced;
        return isReduced ? reduced : null;
      }
      const hasSlowArms = report?.hasSlowArms ?? hadSlowArms;
      if (hasSlowArms !== hadSlowArms) {
        hadSlowArms = hasSlowArms;
        return hasSlowArms ? slowArms : null;
      }
      const isFlowing = report !== null && report.received !== received;
      received = report?.received ?? 0;
      const now = isFlowing ? report.coverReason : null;
      checks = now === reason ? checks + 1 : 1;
      reason = now;
      return checks === CHECKS && now !== null ? (notices[now] ?? null) : null;
    },
  };
}
