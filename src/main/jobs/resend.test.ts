import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { decideResend, isCertainlyNotSubmitted } from './resend.ts';

const failed = (code: AppError['code'], retryAfterMs?: number): AppError =>
  new AppError(
    code,
    'No.',
    retryAfterMs === undefined ? {} : { details: { retry_after_ms: retryAfterMs } },
  );

describe('a refusal', () => {
  it('is waited out for as long as the service asks, an hour at most', () => {
    expect(decideResend(failed('rate_limited', 23_000), 0)).toEqual({
      delayMs: 23_000,
      of: 'service',
    });
    expect(decideResend(failed('at_capacity', 86_400_000), 0)?.delayMs).toBe(3_600_000);
  });

  it('is waited out longer each time, up to a minute, where the service says nothing', () => {
    const delays = [0, 1, 2, 3, 4, 9].map(
      (tries) => decideResend(failed('service_unreachable'), tries)?.delayMs,
    );
    expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it('about this job alone holds nothing else back and ends after five tries', () => {
    expect(decideResend(failed('internal_error'), 3)).toMatchObject({ of: 'job' });
    expect(decideResend(failed('internal_error'), 4)).toBeNull();
  });

  it('that does not pass, and a bug, fail the job', () => {
    expect(decideResend(failed('invalid_input'), 0)).toBeNull();
    expect(decideResend(failed('unauthorized'), 0)).toBeNull();
    expect(decideResend(new TypeError('bug'), 0)).toBeNull();
  });
});

describe('after a failed submit', () => {
  it('the service may have the job unless it surely said no', () => {
    expect(isCertainlyNotSubmitted(failed('service_unreachable'), false)).toBe(false);
    expect(isCertainlyNotSubmitted(failed('internal_error'), false)).toBe(false);
    expect(isCertainlyNotSubmitted(failed('invalid_input'), true)).toBe(true);
    expect(isCertainlyNotSubmitted(failed('at_capacity'), true)).toBe(true);
  });

  it('a refusal that comes before the look at earlier tries says nothing about those', () => {
    expect(isCertainlyNotSubmitted(failed('rate_limited'), false)).toBe(true);
    expect(isCertainlyNotSubmitted(failed('rate_limited'), true)).toBe(false);
    expect(isCertainlyNotSubmitted(failed('unauthorized'), true)).toBe(false);
  });
});
