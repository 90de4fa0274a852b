import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, replacePrivateFile } from '../../client/private-files.ts';
import type { CoverView } from '../../contract/ipc/cover.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { MediaGrants } from '../page/media-grants.ts';

/** Dependencies of {@link CoverCard}. */
export interface CoverCardDependencies {
  /** Made when it is needed. */
  readonly folder: string;
  readonly grants: MediaGrants;
  /** Called with the path of the card at every change; null for the app's default card. */
  readonly onChange: (path: string | null) => void;
}

/** Files of the user's own cover card: the rendered card, and its source image. */
export class CoverCard {
  readonly calls: AreaHandlers<'cover'> = {
    'cover.read': async () => this.#view(),
    'cover.keep': ({ card, picture: image }) => this.#store(card, image),
    'cover.reset': () => this.#store(null, null),
  };
  readonly #dependencies: CoverCardDependencies;
  readonly #cardPath: string;
  readonly #picturePath: string;
  /** Cache buster: the page caches by URL. */
  #version = 0;

  constructor(dependencies: CoverCardDependencies) {
    this.#dependencies = dependencies;
    this.#cardPath = join(dependencies.folder, 'card.jpg');
    this.#picturePath = join(dependencies.folder, 'picture.jpg');
  }

  /** Null for the card that comes with the app. */
  get path(): string | null {
    return existsSync(this.#cardPath) ? this.#cardPath : null;
  }

  async #store(card: Uint8Array | null, image: Uint8Array | null): Promise<CoverView> {
    makePrivateFolder(this.#dependencies.folder);
    await store(this.#picturePath, image);
    await store(this.#cardPath, card);
    this.#version += 1;
    this.#dependencies.onChange(this.path);
    return this.#view();
  }

  #view(): CoverView {
    const toUrl = (path: string): string | null =>
      existsSync(path) ? `${this.#dependencies.grants.grant(path)}?${this.#version}` : null;
    return { cardUrl: toUrl(this.#cardPath), pictureUrl: toUrl(this.#picturePath) };
  }
}

async function store(path: string, bytes: Uint8Array | null): Promise<void> {
  await (bytes === null ? rm(path, { force: true }) : replacePrivateFile(path, bytes));
}
