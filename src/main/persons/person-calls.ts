import { existsSync } from 'node:fs';
import { AppError } from '../../base/errors.ts';
import type { PersonData, Person, PersonSource } from '../../contract/ipc/persons.ts';
import { isTerminalState } from '../../contract/ipc/jobs.ts';
import { findPersonPart } from '../../contract/persons.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';
import type { JobStore, JobEntry } from '../jobs/job-store.ts';
import type { Characters } from '../live/characters.ts';
import type { OnAir } from '../live/on-air.ts';
import { type DeletePersonsDependencies, type PersonDeletion } from './delete-persons.ts';
import { collectPersonData, type FoundPersonData } from './collect-person-data.ts';
import { listPersons, type PersonSources, toPersonOfFile } from './list-persons.ts';

/** Dependencies of the calls. */
export interface PersonCallDependencies
  extends PersonSources, Pick<DeletePersonsDependencies, 'nameOf' | 'isReachable'> {
  readonly store: Pick<JobStore, 'require'>;
  readonly chosen: Pick<ChosenFiles, 'require' | 'listOf'>;
  readonly characters: Pick<Characters, 'listOwn' | 'findSha256'>;
  readonly onAir: Pick<OnAir, 'read'>;
  readonly search: Parameters<typeof collectPersonData>[0];
  readonly deletion: Pick<PersonDeletion, 'run'>;
}

/** The calls about the persons of faces and voices. */
export function createPersonCalls(dependencies: PersonCallDependencies): AreaHandlers<'persons'> {
  const { store, chosen, characters, consents, search } = dependencies;

  /** The persons of a place, as SHA-256. */
  const idsOf = (of: PersonSource): readonly string[] => {
    switch (of.kind) {
      case 'job': {
        const { feature, inputs } = store.require(of.id);
        return inputs.flatMap(({ field, sha256 }) =>
          sha256 !== null && findPersonPart(feature, field) !== null ? [sha256] : [],
        );
      }
      case 'character':
        return [characters.findSha256(of.id) ?? []].flat();
      case 'file':
        return [chosen.require(of.id).sha256];
      case 'person':
        return [of.id];
    }
  };

  const describe = async (ids: readonly string[]): Promise<Person[]> => {
    const known = await listPersons(dependencies);
    return ids.flatMap((id) => {
      const [file] = chosen.listOf(new Set([id]));
      return [
        known.get(id) ?? (file === undefined ? [] : toPersonOfFile(dependencies, file)),
      ].flat();
    });
  };

  return {
    'persons.list': async () => [...(await listPersons(dependencies)).values()],
    'persons.survey': async ({ of }) => {
      const persons = await describe([...new Set(idsOf(of))]);
      if (persons.length === 0) {
        throw new AppError('not_found', 'There is no face or voice of a person here.');
      }
      const ids = new Set(persons.map(({ id }) => id));
      const found = await collectPersonData(search, ids);
      const onAir = dependencies.onAir.read();
      return {
        persons,
        isOnAir: [...found.contents].some((sha256) => onAir.has(sha256)),
        ...countBelongings(found),
        locations: toLocations(found.jobs, dependencies),
      };
    },
    'persons.delete': async ({ ids }) => {
      const known = new Set([
        ...(await listPersons(dependencies)).keys(),
        ...chosen.listOf(new Set(ids)).map(({ sha256 }) => sha256),
      ]);
      const unknown = ids.filter((id) => !known.has(id) && !consents.has(id));
      if (unknown.length > 0) {
        throw new AppError('not_found', 'Nothing is kept of one of these persons.');
      }
      return dependencies.deletion.run(ids);
    },
  };
}

function countBelongings(
  found: FoundPersonData,
): Omit<PersonData, 'persons' | 'isOnAir' | 'locations'> {
  const present = (paths: readonly string[]): number =>
    paths.filter((path) => existsSync(path)).length;
  return {
    results: present(found.results),
    thumbnails: present(found.thumbnails),
    characters: found.characters.length,
    recordings: present(found.recordings),
    captures: present(found.captures),
    running: found.jobs.filter(({ state }) => !isTerminalState(state) && state !== 'unconfirmed')
      .length,
    setAside: found.setAside.length,
  };
}

/** Counts jobs by service; those of unreachable services are counted together. */
function toLocations(
  jobs: readonly JobEntry[],
  { nameOf, isReachable }: Pick<PersonCallDependencies, 'nameOf' | 'isReachable'>,
): PersonData['locations'] {
  const counts = new Map<string | null, number>();
  for (const job of jobs.filter(
    ({ jobId, inputs }) => jobId !== null || inputs.some(({ fileKey }) => fileKey !== null),
  )) {
    const holder = isReachable(job) ? job.profileId : null;
    counts.set(holder, (counts.get(holder) ?? 0) + 1);
  }
  return [...counts].map(([profileId, count]) => ({
    profileId,
    name: profileId === null ? null : nameOf(profileId),
    jobs: count,
  }));
}
