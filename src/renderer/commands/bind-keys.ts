import { canBeGlobal } from '../../contract/accelerator.ts';
import type { ShortcutChoice } from '../../contract/shortcuts.ts';
import type { Command, CommandSpec } from './command.ts';

/** Part of a command that its keys depend on. */
export type Bindable = Pick<CommandSpec, 'id' | 'usualKeys' | 'wish' | 'isUsuallyGlobal'>;

/** A command with its keys. */
export type Bound<Spec extends Bindable> = Spec & Pick<Command, 'keys' | 'isGlobal'>;

/**
 * Assigns keys to commands: the chosen ones, then the defaults unless another command has them by choice. No
 * keys belong to two commands; the first of the list wins.
 */
export function bindKeys<Spec extends Bindable>(
  specs: readonly Spec[],
  chosen: ShortcutChoice,
): readonly Bound<Spec>[] {
  const owners = new Map<string, string>();
  const claim = (id: string, keys: string | null | undefined): void => {
    if (keys !== null && keys !== undefined && !owners.has(keys)) {
      owners.set(keys, id);
    }
  };
  for (const { id } of specs) {
    claim(id, chosen[id]?.keys);
  }
  for (const { id, usualKeys } of specs) {
    if (chosen[id]?.keys === undefined) {
      claim(id, usualKeys);
    }
  }
  return specs.map((spec) => {
    const { id, usualKeys, wish, isUsuallyGlobal = false } = spec;
    const wanted = chosen[id]?.keys === undefined ? (usualKeys ?? null) : chosen[id].keys;
    const keys = wanted !== null && owners.get(wanted) === id ? wanted : null;
    const isWanted = chosen[id]?.isGlobal ?? isUsuallyGlobal;
    const isGlobal = wish !== undefined && keys !== null && isWanted && canBeGlobal(keys);
    return { ...spec, keys, isGlobal };
  });
}

/** Keys that fields of text and windows work with: a command that has them takes them away there. */
const reserved: readonly string[] = ['A', 'C', 'V', 'X', 'Z'].map(
  (letter) => `CommandOrControl+${letter}`,
);

/** Reason why a command cannot have some keys. */
export type KeyConflict<Spec extends Bindable = Command> =
  | { readonly is: 'command'; readonly other: Bound<Spec> }
  | { readonly is: 'editing' };

/** Finds a conflict of assigning keys to a command; null for none. */
export function findConflict<Spec extends Bindable>(
  commands: readonly Bound<Spec>[],
  id: string,
  keys: string,
): KeyConflict<Spec> | null {
  if (reserved.includes(keys)) {
    return { is: 'editing' };
  }
  const other = commands.find((command) => command.id !== id && command.keys === keys);
  return other === undefined ? null : { is: 'command', other };
}

/** Assigns keys to a command, removing them from any other; null removes its keys. */
export function assignKeys(
  specs: readonly Bindable[],
  chosen: ShortcutChoice,
  id: string,
  keys: string | null,
): ShortcutChoice {
  const before =
    keys === null
      ? undefined
      : bindKeys(specs, chosen).find((one) => one.id !== id && one.keys === keys);
  const freed = before === undefined ? chosen : withKeys(specs, chosen, before.id, null);
  return withKeys(specs, freed, id, keys);
}

/** Restores a command's default keys and scope; keys that another command has by choice stay there. */
export function resetKeys(chosen: ShortcutChoice, id: string): ShortcutChoice {
  const { [id]: _dropped, ...others } = chosen;
  return others;
}

/** Does the same, and removes the keys from any other command. */
export function claimUsualKeys(
  specs: readonly Bindable[],
  chosen: ShortcutChoice,
  id: string,
): ShortcutChoice {
  const usual = specs.find((spec) => spec.id === id)?.usualKeys ?? null;
  return assignKeys(specs, resetKeys(chosen, id), id, usual);
}

/** Drops the keys of deleted presets and services; other commands get theirs back. */
export function removeStaleKeys(
  specs: readonly Bindable[],
  chosen: ShortcutChoice,
): ShortcutChoice {
  const ids = new Set(specs.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(chosen).filter(
      ([id]) => ids.has(id) || !/^(?:look\.preset|service\.use)\./.test(id),
    ),
  );
}

/** Returns whether the user changed anything of a command's shortcut. */
export function isChanged(chosen: ShortcutChoice, id: string): boolean {
  return chosen[id] !== undefined && Object.keys(chosen[id]).length > 0;
}

/** Makes the keys of a command global, or local to the window. */
export function setGlobal(
  specs: readonly Bindable[],
  chosen: ShortcutChoice,
  id: string,
  isGlobal: boolean,
): ShortcutChoice {
  const { isGlobal: _before, ...rest } = chosen[id] ?? {};
  const usual = specs.find((spec) => spec.id === id)?.isUsuallyGlobal ?? false;
  return withEntry(chosen, id, isGlobal === usual ? rest : { ...rest, isGlobal });
}

function withKeys(
  specs: readonly Bindable[],
  chosen: ShortcutChoice,
  id: string,
  keys: string | null,
): ShortcutChoice {
  const { keys: _before, ...rest } = chosen[id] ?? {};
  const usual = specs.find((spec) => spec.id === id)?.usualKeys ?? null;
  return withEntry(chosen, id, keys === usual ? rest : { ...rest, keys });
}

/** Defaults are not stored. */
function withEntry(
  chosen: ShortcutChoice,
  id: string,
  entry: ShortcutChoice[string],
): ShortcutChoice {
  return Object.keys(entry).length === 0 ? resetKeys(chosen, id) : { ...chosen, [id]: entry };
}
