import { fromWireError } from '../../base/errors.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import type { TrackedFace } from '../track/face-track.ts';
import type { MeasureAnswer, MeasureCall } from './tracker-messages.ts';

/** A meter whose networks are those of another thread; it answers in the order of the calls. */
export interface RemoteMeter extends FaceMeter {
  /** Takes an answer of the thread. */
  take(answer: MeasureAnswer): void;
  /** Refuses what waits for an answer. */
  fail(error: Error): void;
}

type Settle = (answer: MeasureAnswer) => void;

/** `post` hands a call to the thread; it throws when there is none any more. */
export function createRemoteMeter(post: (call: MeasureCall) => void): RemoteMeter {
  const waiting: { readonly settle: Settle; readonly reject: (error: Error) => void }[] = [];

  function ask<T>(call: MeasureCall, read: (answer: MeasureAnswer) => T | null): Promise<T> {
    return new Promise((resolve, reject) => {
      post(call);
      const settle: Settle = (answer) => {
        const value = read(answer);
        if (value === null) {
          reject(answer.kind === 'unseen' ? fromWireError(answer.error) : new Error(answer.kind));
        } else {
          resolve(value);
        }
      };
      waiting.push({ settle, reject });
    });
  }

  const readNumbers = (answer: MeasureAnswer): Float32Array | null =>
    answer.kind === 'measured' ? answer.values : null;
  const readFaces = (answer: MeasureAnswer): readonly TrackedFace[] | null =>
    answer.kind === 'found' ? answer.faces : null;

  return {
    find: (frame) => ask({ kind: 'find', frame }, readFaces),
    embed: (frame, landmarks) => ask({ kind: 'embed', frame, landmarks }, readNumbers),
    place: (frame, region) => ask({ kind: 'place', frame, region: { ...region } }, readNumbers),
    take(answer) {
      waiting.shift()?.settle(answer);
    },
    fail(error) {
      for (const { reject } of waiting.splice(0)) {
        reject(error);
      }
    },
  };
}
