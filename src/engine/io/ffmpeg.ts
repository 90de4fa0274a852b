import { constants } from 'node:os';
import { AV_LOG_QUIET, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { AppError, type ErrorCode } from '../../base/errors.ts';

/** Rational number, FFmpeg's form of rates and time bases. */
export interface Fraction {
  readonly num: number;
  readonly den: number;
}

/** Frame rate of files that state none. */
export const assumedFrameRate: Fraction = { num: 30, den: 1 };

/** FFmpeg's `AV_NOPTS_VALUE`: an unknown timestamp. */
const unknownTimestamp = -(2n ** 63n);

/** Throws an `AppError` when the result of an FFmpeg call is negative; `what` completes "FFmpeg could not …". */
export function check(result: number, what: string, code: ErrorCode = 'processing_failed'): void {
  if (result < 0) {
    throw new AppError(code, `FFmpeg could not ${what} (${describeResult(result)}).`);
  }
}

/** Checks whether a decoder or encoder needs more input (EAGAIN) or is at its end (EOF). */
export function isDrained(result: number): boolean {
  return result === -constants.errno.EAGAIN || result === AVERROR_EOF;
}

/** Turns off FFmpeg's log on the terminal; errors come back as results of calls. */
export function silenceLog(): void {
  Log.setLevel(AV_LOG_QUIET);
}

/** Converts a timestamp in units of `timeBase` to microseconds; null when it is unknown. */
export function toMicroseconds(timestamp: bigint, timeBase: Fraction): number | null {
  if (timestamp === unknownTimestamp) {
    return null;
  }
  return Math.round((Number(timestamp) * timeBase.num * 1e6) / timeBase.den);
}

/** Converts microseconds to the nearest timestamp in units of `timeBase`. */
export function fromMicroseconds(microseconds: number, timeBase: Fraction): bigint {
  return BigInt(Math.round((microseconds * timeBase.den) / (timeBase.num * 1e6)));
}

/** Subtracts from a timestamp; an unknown one stays unknown. */
export function shiftBack(timestamp: bigint, by: bigint): bigint {
  return timestamp === unknownTimestamp ? timestamp : timestamp - by;
}

/** Converts a rate or time base to a number; 0 when it is unknown to FFmpeg. */
export function toNumber({ num, den }: Fraction): number {
  return num > 0 && den > 0 ? num / den : 0;
}

/** Returns FFmpeg's text for an error code. */
function describeResult(result: number): string {
  return FFmpegError.strerror(result) || String(result);
}
