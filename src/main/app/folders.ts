import { join } from 'node:path';
import { findArrangedModels } from '../../client/arranged-models.ts';

/** Files and folders of the app, as full paths. */
export interface Folders {
  /** Settings, profiles, keys. */
  readonly data: string;
  readonly logs: string;
  /** Index of all outputs except jobs. */
  readonly libraryPath: string;
  /** Archive of finished jobs, without the newest. */
  readonly jobArchivePath: string;
  /** Files of the watched folder that are known. */
  readonly watchedPath: string;
  /** The built page. */
  readonly page: string;
  readonly preloadPath: string;
  /** Programs of our own that run under plain Node. */
  readonly programs: string;
  /** The program of the embedded service. */
  readonly servicePath: string;
  /** Database and files of the embedded service. */
  readonly serviceData: string;
  /** Copies of its database. */
  readonly backups: string;
  /** Networks optimised for the CPU of this computer, created when missing; null without a cache folder. */
  readonly arrangedModels: string | null;
  /** Documentation page about stored content. */
  readonly privacyGuide: string;
  /** Models the user puts there. */
  readonly models: string;
  /** Results of jobs. */
  readonly results: string;
  /** Thumbnails of jobs for the lists. */
  readonly thumbnails: string;
  /** Pictures of characters. */
  readonly characters: string;
  /** The user's own cover card. */
  readonly cover: string;
  /** Pictures of the characters that come with the app. */
  readonly starters: string;
  /** The clip that comes with the app. */
  readonly sample: string;
  /** Voices as they were listened to; emptied at every start. */
  readonly samples: string;
  /** Targets of the voice changer as they were listened to; emptied at every start. */
  readonly targetSamples: string;
  /** The last converted recording; emptied at every start. */
  readonly conversions: string;
  /** Picture of a preset that waits for the consent; emptied at every start. */
  readonly presetPictures: string;
  /** Recordings made in a form. */
  readonly recordings: string;
  readonly iconPath: string;
}

/** Derives all folders from the app's path and the system's data folder. */
export function resolveFolders(appPath: string, userData: string): Folders {
  return {
    data: userData,
    logs: join(userData, 'logs'),
    libraryPath: join(userData, 'library.jsonl'),
    jobArchivePath: join(userData, 'jobs.jsonl'),
    watchedPath: join(userData, 'watched.jsonl'),
    page: join(appPath, 'out', 'renderer'),
    preloadPath: join(appPath, 'out', 'preload', 'index.cjs'),
    programs: join(appPath, 'out', 'node', 'src'),
    servicePath: join(appPath, 'out', 'node', 'src', 'service', 'embedded.js'),
    serviceData: join(userData, 'service'),
    backups: join(userData, 'service', 'backups'),
    arrangedModels: findArrangedModels(appPath),
    privacyGuide: join(appPath, 'docs', 'privacy.md'),
    models: join(userData, 'models'),
    results: join(userData, 'results'),
    thumbnails: join(userData, 'thumbnails'),
    characters: join(userData, 'characters'),
    cover: join(userData, 'cover'),
    starters: join(appPath, 'resources', 'live', 'characters'),
    sample: join(appPath, 'resources', 'sample'),
    samples: join(userData, 'samples'),
    targetSamples: join(userData, 'target-samples'),
    conversions: join(userData, 'conversions'),
    presetPictures: join(userData, 'preset-pictures'),
    recordings: join(userData, 'recordings'),
    iconPath: join(appPath, 'resources', 'icon.png'),
  };
}
