import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ShortcutChoice } from '../../contract/shortcuts.ts';
import {
  assignKeys,
  type Bindable,
  bindKeys,
  claimUsualKeys,
  removeStaleKeys,
  findConflict,
  isChanged,
  resetKeys,
  setGlobal,
} from './bind-keys.ts';

const wish = { press: { type: 'toggle_mute' } } as const;
const specs: readonly Bindable[] = [
  { id: 'palette', usualKeys: 'CommandOrControl+K' },
  { id: 'map', usualKeys: '?' },
  { id: 'cover', usualKeys: 'F9', wish, isUsuallyGlobal: true },
  { id: 'mark', usualKeys: 'F2', wish },
  { id: 'about' },
];

const keysOf = (chosen: ShortcutChoice) =>
  Object.fromEntries(bindKeys(specs, chosen).map(({ id, keys }) => [id, keys]));

it('has the usual keys until others are chosen', () => {
  expect(keysOf({})).toEqual({
    palette: 'CommandOrControl+K',
    map: '?',
    cover: 'F9',
    mark: 'F2',
    about: null,
  });
  const chosen = assignKeys(specs, {}, 'about', 'F7');
  expect(keysOf(chosen)).toMatchObject({ about: 'F7', cover: 'F9' });
  expect(isChanged(chosen, 'about')).toBe(true);
  expect(keysOf(resetKeys(chosen, 'about'))).toMatchObject({ about: null });
});

it('names the command that has keys already, and takes them from it when asked to', () => {
  expect(findConflict(bindKeys(specs, {}), 'about', 'F9')).toMatchObject({
    is: 'command',
    other: { id: 'cover' },
  });
  expect(findConflict(bindKeys(specs, {}), 'cover', 'F9')).toBeNull();
  const chosen = assignKeys(specs, {}, 'about', 'F9');
  expect(keysOf(chosen)).toMatchObject({ about: 'F9', cover: null });
  expect(keysOf(assignKeys(specs, chosen, 'cover', 'F9'))).toEqual({
    ...keysOf({}),
    about: null,
  });
});

it('gives back the usual keys and reach, also from a command that has the keys', () => {
  const inWindow = setGlobal(specs, assignKeys(specs, {}, 'cover', 'F7'), 'cover', false);
  const chosen = assignKeys(specs, inWindow, 'about', 'F9');
  const reset = claimUsualKeys(specs, chosen, 'cover');
  expect(isChanged(reset, 'cover')).toBe(false);
  expect(keysOf(reset)).toMatchObject({ cover: 'F9', about: null });
});

it('keeps the keys of commands that are away for now, and drops those of looks and services that are gone', () => {
  const away = { 'app.tray': { keys: 'F7' }, 'queue.when_done.sleep': { keys: 'F6' } };
  const gone = { 'look.preset.l1': { keys: 'F3' }, 'service.use.p1': { keys: 'F12' } };
  const there = { 'service.use.p2': { keys: 'F11' } };
  const listed = [...specs, { id: 'service.use.p2' }];
  expect(removeStaleKeys(listed, { ...away, ...gone, ...there })).toEqual({ ...away, ...there });
});

it('gives no command the keys that text is edited with', () => {
  expect(findConflict(bindKeys(specs, {}), 'about', 'CommandOrControl+V')).toEqual({
    is: 'editing',
  });
});

it('keeps chosen keys where a newer Guise uses the same ones by default', () => {
  const chosen = { about: { keys: 'F2' } };
  expect(keysOf(chosen)).toMatchObject({ about: 'F2', mark: null });
});

it('takes keys from other programs only where they are for it and can be spared', () => {
  const reachOf = (chosen: ShortcutChoice) =>
    bindKeys(specs, chosen)
      .filter(({ isGlobal }) => isGlobal)
      .map(({ id }) => id);
  expect(reachOf({})).toEqual(['cover']);
  expect(reachOf(setGlobal(specs, {}, 'mark', true))).toEqual(['cover', 'mark']);
  expect(reachOf(setGlobal(specs, {}, 'cover', false))).toEqual([]);
  expect(reachOf(setGlobal(specs, {}, 'palette', true))).toEqual(['cover']);
  expect(reachOf(assignKeys(specs, {}, 'cover', 'M'))).toEqual([]);
  expect(setGlobal(specs, setGlobal(specs, {}, 'mark', true), 'mark', false)).toEqual({});
});

const ids = fc.constantFrom(...specs.map(({ id }) => id));
const someKeys = fc.constantFrom('F9', 'F2', '?', 'M', 'CommandOrControl+K', 'Alt+Up');
const changes = fc.array(
  fc.oneof(
    fc.record({ is: fc.constant('assign'), id: ids, keys: fc.option(someKeys) }),
    fc.record({ is: fc.constant('reset'), id: ids }),
    fc.record({ is: fc.constant('reach'), id: ids, isGlobal: fc.boolean() }),
  ),
);

it('never gives the same keys to two commands, after any sequence of changes', () => {
  fc.assert(
    fc.property(changes, (steps) => {
      let chosen: ShortcutChoice = {};
      for (const step of steps) {
        if ('keys' in step) {
          chosen = assignKeys(specs, chosen, step.id, step.keys);
          expect(keysOf(chosen)[step.id]).toBe(step.keys);
        } else {
          chosen =
            'isGlobal' in step
              ? setGlobal(specs, chosen, step.id, step.isGlobal)
              : resetKeys(chosen, step.id);
        }
        const bound = bindKeys(specs, chosen);
        const given = bound.flatMap(({ keys }) => (keys === null ? [] : [keys]));
        expect(new Set(given).size).toBe(given.length);
        for (const { id, keys } of bound) {
          expect(keys !== null && findConflict(bound, id, keys)).toBe(keys === null ? false : null);
        }
      }
      for (const { id } of specs) {
        chosen = resetKeys(chosen, id);
      }
      expect(chosen).toEqual({});
    }),
  );
});
