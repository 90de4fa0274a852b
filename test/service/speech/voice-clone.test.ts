import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunContext } from '../../../src/capabilities/processor.ts';
import { processor } from '../../../src/capabilities/voice-clone/processor.ts';
import { makeMedia } from '../files/media-fixtures.ts';

it('an unusable sample fails as unsupported_format', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-clone-'));
  const path = join(folder, 'silent.mp4');
  await writeFile(path, await makeMedia({ ext: 'mp4', video: 'h264', seconds: 1 }));
  const sample = { path, mime: 'video/mp4', sizeBytes: 1, facts: {} } as const;
  const context: RunContext = {
    jobId: 'j',
    feature: processor.feature,
    input: { voice_sample_key: 'api/audio/a.wav', script: 'Good morning.' },
    files: { 'api/audio/a.wav': { ...sample, kind: 'audio' } },
    stage: null,
    preview: null,
    packs: null,
    folder,
    signal: new AbortController().signal,
    report: () => undefined,
  };
  await expect(processor.run(context)).rejects.toMatchObject({ code: 'unsupported_format' });
  await rm(folder, { recursive: true });
});
