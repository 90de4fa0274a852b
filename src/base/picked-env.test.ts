import { expect, it } from 'vitest';
import { pickVariables } from './picked-env.ts';

it('passes on where things are, and neither keys nor addresses of servers', () => {
  const env = {
    PATH: '/usr/bin',
    HOME: '/home/u',
    LIVEKIT_URL: 'wss://elsewhere.example',
    LIVEKIT_API_KEY: 'k',
    LIVEKIT_API_SECRET: 's',
    AWS_SECRET_ACCESS_KEY: 's',
    NODE_OPTIONS: '--require=/tmp/x.js',
    TMPDIR: undefined,
  };
  expect(pickVariables(env)).toEqual({ PATH: '/usr/bin', HOME: '/home/u' });
});
