import type { ConversionTarget } from '../../../contract/conversion.ts';
import { canRun, describeSpeed, isLive, type RvcEntry } from '../rvc/rvc-voices.ts';

/** The voices of the voice changer, then those of models of the user that can run, however slowly. */
export async function listTargets(models: readonly RvcEntry[]): Promise<ConversionTarget[]> {
  // Read at the first call, as for the REST API.
  const { changerCatalogue } = await import('../../../engine/voice/changer/changer-catalogue.ts');
  const own = changerCatalogue.map(({ id, name, description }) => ({
    id,
    name,
    description,
    kind: 'built_in' as const,
  }));
  return [...own, ...models.filter(canRun).map(toTarget)];
}

function toTarget(entry: RvcEntry): ConversionTarget {
  const { id, name, pack, measured } = entry;
  const description = `RVC, ${pack.id}. ${describeSpeed(entry)} Licence: ${pack.licence.text}`;
  return {
    id,
    name,
    description,
    kind: measured === null || isLive(entry) ? 'model' : 'slow_model',
  };
}
