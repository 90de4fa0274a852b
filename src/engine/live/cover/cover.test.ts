import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { createPrivacyBlur } from '../guard/privacy-blur.ts';
import { openCover } from './cover.ts';

const colour = { matrix: 'bt601', isFullRange: false } as const;
const frame = (): I420Frame => createI420Frame(64, 48, colour);
const meanOf = ({ y }: I420Frame): number =>
  y.reduce((sum, value) => sum + value, 0) / y.byteLength;

it('covers with the card that it was given, also where another one was drawn before', async () => {
  const cover = await openCover(createPrivacyBlur());
  const covered = frame();
  cover.draw(covered, 'card');
  const usual = meanOf(covered);
  const white = { width: 160, height: 90, channels: 3, background: '#ffffff' } as const;
  await cover.setCard(await sharp({ create: white }).jpeg().toBuffer());
  for (const kind of ['card', 'hold'] as const) {
    cover.draw(covered, kind);
    expect(meanOf(covered)).toBeGreaterThan(225);
  }
  await cover.setCard(null);
  cover.draw(covered, 'card');
  expect(meanOf(covered)).toBeCloseTo(usual, 3);
});

it('keeps the card it has when a picture cannot be read', async () => {
  const cover = await openCover(createPrivacyBlur());
  const covered = frame();
  cover.draw(covered, 'card');
  const usual = meanOf(covered);
  await expect(cover.setCard(Uint8Array.of(1, 2, 3))).rejects.toMatchObject({
    code: 'unsupported_format',
  });
  cover.draw(covered, 'card');
  expect(meanOf(covered)).toBeCloseTo(usual, 3);
});
