import { describe, expect, it } from 'vitest';
import { describeRuntime } from './describe-runtime.ts';

describe('the runtime', () => {
  it('is Electron when there is a version of it, with the reason of the start script', () => {
    const versions = { electron: '45.4.1', chrome: '152.0' };
    const env = { GUISE_RUNTIME_REASON: 'It was there.' };
    expect(describeRuntime(versions, env, '0.1.0')).toEqual({
      kind: 'electron',
      version: '45.4.1',
      chromiumVersion: '152.0',
      reason: 'It was there.',
    });
  });

  it('is the one on the system Chromium otherwise, and says when the start script was not used', () => {
    expect(describeRuntime({ chrome: '156.0' }, {}, '0.1.0')).toEqual({
      kind: 'chromium',
      version: '0.1.0',
      chromiumVersion: '156.0',
      reason: 'Guise was started directly, without its start script.',
    });
  });
});
