/** Finds the parts of an image that a wish is confined to. */
import { type StepArea, type StepRegion, stepRegions } from '../../step.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** The area of a wish and the words that name it. */
export interface FoundWhere {
  readonly where: StepArea | null;
  readonly tokens: readonly Token[];
}

/**
 * Finds the part that is named before an exception: “darken the background but not me” changes the background alone. Null
 * where only the exception names one.
 */
export function findBeyond(left: readonly Token[], used: readonly Token[]): FoundWhere | null {
  const end = [...left, ...used].find((token) => isOf(token, 'except'))?.at[0];
  if (end === undefined) {
    return null;
  }
  const regionOf = (isThere: (at: number) => boolean): StepRegion | undefined =>
    stepRegions.find((name) =>
      // The person of “außer mir” has no place of its own.
      [...left, ...used].some((token) => isOf(token, name) && isThere(token.at[0] ?? end)),
    );
  const changed = regionOf((at) => at < end);
  const spared = regionOf((at) => at >= end);
  if (changed === undefined) {
    return null;
  }
  // A part of a person cannot be left out of the person.
  const isApart = changed === 'background' ? spared !== 'background' : spared === 'background';
  return spared !== undefined && isApart
    ? {
        where: { region: changed, isInverted: false },
        tokens: left.filter((token) => isOf(token, 'except', ...stepRegions, 'pronoun')),
      }
    : { where: null, tokens: [] };
}

/** Finds the part that keeps its colours: “the background grey, me in colour”. */
export function findColoured(tokens: readonly Token[]): StepRegion | undefined {
  const inOrder = tokens.toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0));
  const colour = inOrder.findIndex((token) => isOf(token, 'splash'));
  const [nearest] = inOrder
    .flatMap((token, at) => {
      const region = stepRegions.find((name) => isOf(token, name));
      return region === undefined ? [] : [{ region, distance: Math.abs(at - colour) }];
    })
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.region;
}
