import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { createCharacterRequest } from './character-request.ts';
import { createOnAir } from './on-air.ts';

/** Lisa is on air in a running session. */
function openAir() {
  const onAir = createOnAir();
  const shown: string[] = [];
  const recorded: string[] = [];
  const session = { isLive: true };
  const request = createCharacterRequest({
    onAir,
    findSha256: (id) => (id === 'built-in' ? null : id),
    onShown: (id) => shown.push(id),
    isLive: () => session.isLive,
  });
  onAir.set('face', 'lisa');
  onAir.listen((sha256) => recorded.push(sha256));
  return { onAir, shown, recorded, session, request };
}

it('counts the present and the requested character as on air until the answer', async () => {
  const { onAir, shown, recorded, request } = openAir();
  const answer = Promise.withResolvers<void>();
  const changed = request('otto', () => answer.promise);
  expect(onAir.read()).toEqual(new Set(['lisa', 'otto']));
  expect([shown, recorded]).toEqual([[], []]);
  answer.resolve();
  await changed;
  expect(onAir.read()).toEqual(new Set(['otto']));
  expect([shown, recorded]).toEqual([['otto'], ['otto']]);
});

it('leaves the present character on air when the other is refused', async () => {
  const { onAir, shown, recorded, request } = openAir();
  const refused = request('wall', async () => {
    throw new AppError('face_not_detected', 'There is no face.');
  });
  await expect(refused).rejects.toMatchObject({ code: 'face_not_detected' });
  expect(onAir.read(60)).toEqual(new Set(['lisa']));
  expect([shown, recorded]).toEqual([[], []]);
});

it('counts both as on air when the service does not answer, until the session ends', async () => {
  const { onAir, recorded, request } = openAir();
  const silent = request('otto', async () => {
    throw new AppError('service_unreachable', 'The service did not answer.');
  });
  await expect(silent).rejects.toMatchObject({ code: 'service_unreachable' });
  expect(onAir.read()).toEqual(new Set(['lisa', 'otto']));
  onAir.set('face', null);
  expect(recorded).toEqual(['otto']);
  expect(onAir.read()).toEqual(new Set());
  expect(onAir.read(60)).toEqual(new Set(['lisa', 'otto']));
});

it('notes nobody after the end of the session', async () => {
  const { onAir, session, request } = openAir();
  await request('otto', async () => {
    onAir.set('face', null);
    session.isLive = false;
  });
  expect(onAir.read()).toEqual(new Set());
  const late = request('kim', async () => {
    throw new AppError('not_found', 'No session runs.');
  });
  await expect(late).rejects.toMatchObject({ code: 'not_found' });
  expect(onAir.read(60)).toEqual(new Set(['lisa', 'otto']));
});

it('begins a session with a character, but not one that is refused because another runs', async () => {
  const { shown, session, request } = openAir();
  const full = request('otto', async () => {
    throw new AppError('at_capacity', 'A session runs already.');
  });
  await expect(full).rejects.toMatchObject({ code: 'at_capacity' });
  expect(shown).toEqual([]);
  session.isLive = false;
  const answer = Promise.withResolvers<void>();
  const started = request('kim', () => {
    session.isLive = true;
    return answer.promise;
  });
  expect(shown).toEqual(['kim']);
  answer.resolve();
  await started;
});
