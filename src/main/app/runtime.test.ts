import { describe, expect, it } from 'vitest';
import { describeRuntime } from './runtime.ts';

describe('the runtime', () => {
  it('is Electron with the reason of the start script', () => {
    const versions = { electron: '45.4.1', chrome: '152.0' };
    expect(describeRuntime(versions, { GUISE_RUNTIME_REASON: 'It was there.' })).toEqual({
      kind: 'electron',
      version: '45.4.1',
      chromiumVersion: '152.0',
      reason: 'It was there.',
    });
  });
});
