import { basename } from 'node:path';
import type { Person } from '../../contract/ipc/persons.ts';
import { findPersonPart } from '../../contract/persons.ts';
import type { Folders } from '../app/folders.ts';
import { isDrawing } from '../files/drawings.ts';
import type { Consents } from '../jobs/consents.ts';
import type { KnownFile } from '../jobs/chosen-files.ts';
import type { JobEntry } from '../jobs/job-store.ts';
import type { Characters } from '../live/characters.ts';
import type { MediaGrants } from '../page/media-grants.ts';

/** Sources of persons. */
export interface PersonSources {
  readonly readJobs: () => Promise<readonly JobEntry[]>;
  readonly characters: Pick<Characters, 'listOwn'>;
  readonly consents: Pick<Consents, 'has' | 'agreedAtMs'>;
  readonly grants: Pick<MediaGrants, 'grant'>;
  readonly folders: Pick<Folders, 'starters'>;
}

/** Lists persons by their SHA-256, from stored data: those of characters, then those of jobs, newest first. */
export async function listPersons(dependencies: PersonSources): Promise<Map<string, Person>> {
  const persons = new Map<string, Person>();
  const put = (
    id: string,
    seen: Pick<Person, 'part' | 'name' | 'kind'> & { readonly path: string },
  ) => {
    const { part, name, kind, path } = seen;
    const known = persons.get(id) ?? {
      id,
      part,
      name,
      kind,
      url: dependencies.grants.grant(path),
      agreedAtMs: dependencies.consents.agreedAtMs(id),
      jobs: 0,
      characters: 0,
    };
    persons.set(id, known);
    return known;
  };
  for (const { sha256, name, path } of dependencies.characters.listOwn()) {
    const known = put(sha256, { part: 'face', name, kind: 'image', path });
    persons.set(sha256, { ...known, characters: known.characters + 1 });
  }
  for (const { feature, inputs } of await dependencies.readJobs()) {
    const counted = new Set<string>();
    for (const { field, sha256, path, kind } of inputs) {
      const part = findPersonPart(feature, field);
      const isPerson = part !== null && !isDrawing(path, dependencies.folders);
      if (sha256 !== null && isPerson && !counted.has(sha256)) {
        counted.add(sha256);
        const known = put(sha256, { part, name: basename(path), kind, path });
        persons.set(sha256, { ...known, jobs: known.jobs + 1 });
      }
    }
  }
  return persons;
}

/** Person of a chosen file with consent, without further stored data. */
export function toPersonOfFile(dependencies: PersonSources, file: KnownFile): Person {
  const { sha256, path, kind } = file;
  return {
    id: sha256,
    part: kind === 'audio' ? 'voice' : 'face',
    name: basename(path),
    kind,
    url: dependencies.grants.grant(path),
    agreedAtMs: dependencies.consents.agreedAtMs(sha256),
    jobs: 0,
    characters: 0,
  };
}
