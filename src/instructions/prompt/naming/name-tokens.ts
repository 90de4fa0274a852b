import type { Token } from '../tokens/token.ts';
import { nameTimes } from './name-times.ts';
import { nameContents } from './name-contents.ts';
import { namePlaces } from './name-places.ts';
import { nameMess } from './name-mess.ts';
import { nameGaps } from './name-gaps.ts';
import { nameGathered } from './name-gathered.ts';
import { nameFirst } from './name-first.ts';
import { nameAround } from './name-around.ts';
import { nameAxes } from './name-axes.ts';
import { nameBorrowed } from './name-borrowed.ts';
import { nameCasts } from './name-casts.ts';
import { nameCollages } from './name-collages.ts';
import { nameCompanions } from './name-companions.ts';
import { nameCompositions } from './name-compositions.ts';
import { nameConfined } from './name-confined.ts';
import { nameCounts } from './name-counts.ts';
import { nameDenied } from './name-denied.ts';
import { nameDescribed } from './name-described.ts';
import { nameEach } from './name-each.ts';
import { nameExchanges } from './name-exchanges.ts';
import { nameGrounds } from './name-grounds.ts';
import { nameKeptColour } from './name-kept-colour.ts';
import { nameLamps } from './name-lamps.ts';
import { nameLikeness } from './name-likeness.ts';
import { nameLikened } from './name-likened.ts';
import { nameOverdone } from './name-overdone.ts';
import { nameLost } from './name-lost.ts';
import { nameMaterials } from './name-materials.ts';
import { nameMoods } from './name-moods.ts';
import { nameParticles } from './name-particles.ts';
import { namePersons } from './name-persons.ts';
import { namePhotos } from './name-photos.ts';
import { nameRecoloured } from './name-recoloured.ts';
import { nameRestraint } from './name-restraint.ts';
import { nameOutcomes } from './name-outcomes.ts';
import { namePictured } from './name-pictured.ts';
import { namePortrayed } from './name-portrayed.ts';
import { namePunch } from './name-punch.ts';
import { nameQuantities } from './name-quantities.ts';
import { nameResults } from './name-results.ts';
import { nameRoles } from './name-roles.ts';
import { nameShapes } from './name-shapes.ts';
import { nameShine } from './name-shine.ts';
import { nameSpared } from './name-spared.ts';
import { nameTurned } from './name-turned.ts';
import { nameWidened } from './name-widened.ts';
import { nameWidths } from './name-widths.ts';
import { nameWished } from './name-wished.ts';

/** Names what one kind of words means by its neighbours; `pictures` is the number of given images. */
type NameTokens = (tokens: readonly Token[], pictures: number) => readonly Token[];

/** In order: chosen people, what is said of the given images and their light, then parts, results and backgrounds. */
const stages: readonly NameTokens[] = [
  namePersons,
  nameParticles,
  namePictured,
  namePortrayed,
  nameKeptColour,
  nameGaps,
  nameWidths,
  nameLost,
  nameMaterials,
  nameMoods,
  nameCompanions,
  nameRoles,
  nameWidened,
  nameCounts,
  namePunch,
  nameQuantities,
  nameOutcomes,
  nameFirst,
  nameEach,
  nameContents,
  nameGathered,
  nameMess,
  nameTimes,
  namePlaces,
  nameCollages,
  nameCompositions,
  nameLikened,
  namePhotos,
  nameBorrowed,
  nameShine,
  nameCasts,
  nameLamps,
  nameSpared,
  nameConfined,
  nameWished,
  nameRecoloured,
  nameTurned,
  nameDescribed,
  nameAxes,
  nameShapes,
  nameAround,
  nameLikeness,
  nameResults,
  nameOverdone,
  nameDenied,
  nameRestraint,
  nameExchanges,
  nameGrounds,
];

/** Names words whose meaning their neighbours decide. */
export function nameTokens(tokens: readonly Token[], pictures: number): readonly Token[] {
  return stages.reduce((named, name) => name(named, pictures), tokens);
}
