import { expect, it } from 'vitest';
import { chooseCodec, toPublishOptions } from './send-options.ts';

const vp8 = { mimeType: 'video/VP8' };
const baseline = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
const h264 = (sdpFmtpLine: string) => ({ codecs: [vp8, { mimeType: 'video/H264', sdpFmtpLine }] });

it('sends H264 where both ways have the form that rooms forward', () => {
  const both = h264(baseline);
  expect(chooseCodec(both, both)).toBe('h264');
  expect(chooseCodec(both, { codecs: [vp8] })).toBe('vp8');
  expect(chooseCodec({ codecs: [vp8] }, both)).toBe('vp8');
  expect(chooseCodec(null, both)).toBe('vp8');
  expect(chooseCodec(both, h264('packetization-mode=0;profile-level-id=42e01f'))).toBe('vp8');
  expect(chooseCodec(both, h264('packetization-mode=1;profile-level-id=64001f'))).toBe('vp8');
});

it('sends one size at the wanted rate', () => {
  expect(toPublishOptions({ fps: 24, maxBitrateBps: 9 }, 'h264')).toMatchObject({
    simulcast: false,
    videoCodec: 'h264',
    backupCodec: false,
    videoEncoding: { maxBitrate: 9, maxFramerate: 24 },
  });
});
