import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BypassStage, canCutSockets, type CutReport, cutKinds } from './bypass-cuts.ts';
import { expect, test } from './fixture.ts';

test('no camera frame is sent after the end of a bypass, with any fault at that moment', async () => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), 'guise-bypass-'));
  const stage = await BypassStage.open(folder);
  try {
    const reports: CutReport[] = [];
    for (const kind of cutKinds.filter((name) => name !== 'sockets' || canCutSockets())) {
      reports.push(await stage.cut(kind, 10));
    }
    expect(reports.filter(({ rawFrames }) => rawFrames > 0)).toEqual([]);
    expect(reports.every(({ frames }) => frames > 0)).toBe(true);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
});
