import { expect, it } from 'vitest';
import { settingsSchema } from '../../contract/settings.ts';
import { hasOutput } from './changer-view.ts';

const { voice } = settingsSchema.parse({});

it.each([
  ['nowhere', null, false, false, false],
  ['a chosen output', 'cable', false, false, true],
  ['the virtual microphone', null, true, false, true],
  ['the muted virtual microphone', null, true, true, false],
  ['the muted virtual microphone, which no other output replaces', 'cable', true, true, false],
  ['a chosen output without the virtual microphone that was muted', 'cable', false, true, true],
])('knows of %s whether others hear it', (_, outputId, hasVirtualMicrophone, isOutputMuted, is) => {
  expect(hasOutput({ choice: { ...voice, outputId, hasVirtualMicrophone }, isOutputMuted })).toBe(
    is,
  );
});
