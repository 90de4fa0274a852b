import { AppError } from '../../base/errors.ts';
import type { PackEntry } from './pack-list.ts';
import type { PackRegistry } from './pack-registry.ts';
import type { PackKind } from '../../base/pack-kinds.ts';

/** Pack that can be chosen by its kind. */
interface SelectablePack {
  readonly entry: Pick<PackEntry, 'id'>;
  readonly found: { readonly family: { readonly kind: PackKind } };
}

/** Returns the pack of an id; null for no id. Throws the errors of {@link requirePack}. */
export async function selectPack<Pack extends SelectablePack>(
  registry: Pick<PackRegistry, 'list'>,
  packs: readonly Pack[],
  { id, kind }: { readonly id: string | null; readonly kind: PackKind },
): Promise<Pack | null> {
  return id === null ? null : requirePack(registry, packs, { id, kind });
}

/** Returns the pack of an id. Throws `not_found`, or `unsupported_format` when it is unusable or of another kind. */
export async function requirePack<Pack extends SelectablePack>(
  registry: Pick<PackRegistry, 'list'>,
  packs: readonly Pack[],
  { id, kind }: { readonly id: string; readonly kind: PackKind },
): Promise<Pack> {
  const pack = packs.find(({ entry }) => entry.id === id);
  if (pack !== undefined && pack.found.family.kind === kind) {
    return pack;
  }
  const entry = (await registry.list()).packs.find((other) => other.id === id);
  if (entry === undefined) {
    throw new AppError('not_found', `There is no model ${id} in the folder of models.`);
  }
  const why = entry.isUsable ? `It is a ${entry.kind ?? 'other'}, and no ${kind}.` : entry.note;
  throw new AppError('unsupported_format', `${entry.label} cannot be used. ${why ?? ''}`.trimEnd());
}
