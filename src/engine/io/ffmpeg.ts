import { constants } from 'node:os';
import { AV_LOG_QUIET, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { AppError, type ErrorCode } from '../../base/errors.ts';

/** A fraction as FFmpeg writes rates and units of time. */
export interface Fraction {
  readonly num: number;
  readonly den: number;
}

/** Frames per second where a file does not say. */
export const assumedFrameRate: Fraction = { num: 30, den: 1 };

/** FFmpeg marks an unknown timestamp with the smallest 64-bit number. */
const unknownTimestamp = -(2n ** 63n);

/** Throws when a call of FFmpeg failed; `what` completes "FFmpeg could not …". */
export function check(result: number, what: string, code: ErrorCode = 'processing_failed'): void {
  if (result < 0) {
    throw new AppError(code, `FFmpeg could not ${what} (${describeResult(result)}).`);
  }
}

/** Whether a decoder or encoder says that it wants more, or that it is done. */
export function isDrained(result: number): boolean {
  return result === -constants.errno.EAGAIN || result === AVERROR_EOF;
}

/** FFmpeg writes to the terminal of the process by itself; what matters comes back as results. */
export function silenceLog(): void {
  Log.setLevel(AV_LOG_QUIET);
}

/** Microseconds of a timestamp in units of `timeBase`; null when it is not known. */
export function toMicroseconds(timestamp: bigint, timeBase: Fraction): number | null {
  if (timestamp === unknownTimestamp) {
    return null;
  }
  return Math.round((Number(timestamp) * timeBase.num * 1e6) / timeBase.den);
}

/** The timestamp in units of `timeBase` that lies nearest. */
export function fromMicroseconds(microseconds: number, timeBase: Fraction): bigint {
  return BigInt(Math.round((microseconds * timeBase.den) / (timeBase.num * 1e6)));
}

/** An earlier timestamp of the same unit; an unknown one stays unknown. */
export function shiftBack(timestamp: bigint, by: bigint): bigint {
  return timestamp === unknownTimestamp ? timestamp : timestamp - by;
}

/** A rate or unit as a number; 0 when FFmpeg does not know it. */
export function toNumber({ num, den }: Fraction): number {
  return num > 0 && den > 0 ? num / den : 0;
}

/** FFmpeg's own words for a failure, for messages. */
function describeResult(result: number): string {
  return FFmpegError.strerror(result) || String(result);
}
