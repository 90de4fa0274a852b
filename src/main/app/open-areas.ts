import { systemClock } from '../../base/clock.ts';
import { shell } from 'electron/common';
import { app, globalShortcut, Notification } from 'electron/main';
import { dirname, join } from 'node:path';
import { Cameras } from '../devices/cameras.ts';
import { openMicrophone } from '../devices/open-microphone.ts';
import type { VirtualMicrophone } from '../devices/virtual-microphone.ts';
import { Changer } from '../changer/changer.ts';
import { readReferenceSound } from '../changer/read-reference.ts';
import { ControlClients } from '../control/control-clients.ts';
import { Control } from '../control/control.ts';
import { Desktop } from '../desktop/desktop.ts';
import { createTrayMaker } from '../desktop/tray-maker.ts';
import { openTray } from '../desktop/open-tray.ts';
import { Hotkeys } from '../hotkeys/hotkeys.ts';
import { openHotkeyBackend } from '../hotkeys/open-hotkeys.ts';
import { type Jobs, openJobs } from '../jobs/open-jobs.ts';
import { type LibraryArea, openLibrary } from '../library/open-library.ts';
import type { CapturedPersons } from '../live/captured-persons.ts';
import { createOnAir, type OnAir } from '../live/on-air.ts';
import { CoverCard } from '../live/cover-card.ts';
import { type Live, openLive } from '../live/open-live.ts';
import { cameraMethods } from '../../contract/devices.ts';
import { toObsStream } from '../obs/obs-stream.ts';
import { Obs } from '../obs/obs.ts';
import { findSleep } from '../power/system-sleep.ts';
import { Presets } from '../presets/presets.ts';
import { openPersons, type Persons } from '../persons/open-persons.ts';
import { forkPeer } from '../programs/fork-peer.ts';
import { Conversions } from '../voices/conversions.ts';
import { openWatch, type WatchArea } from '../watch/open-watch.ts';
import type { AppCore } from './app-core.ts';
import { readRuntime } from './runtime.ts';
import { stopAreas } from './stop-areas.ts';

/** Areas of the app. */
export interface AppAreas {
  readonly jobs: Jobs;
  readonly library: LibraryArea;
  readonly live: Live;
  readonly cover: CoverCard;
  readonly cameras: Cameras;
  readonly obs: Obs;
  readonly changer: Changer;
  readonly microphone: VirtualMicrophone;
  readonly conversions: Conversions;
  readonly persons: Persons;
  readonly control: Control;
  readonly hotkeys: Hotkeys;
  readonly desktop: Desktop;
  readonly presets: Presets;
  readonly watched: WatchArea;
  /** Called when the page is gone or reloads. */
  readonly pageLeft: () => void;
}

/** Opens every area; their work ends before the app does. */
export async function openAreas(core: AppCore): Promise<AppAreas> {
  const { service } = core;
  const jobs = openJobsArea(core);
  const onAir = createOnAir();
  const cameras = openCameras(core);
  const obs = new Obs({
    ...core,
    settings: core.files.settings,
    stream: toObsStream(cameras),
  });
  const library = openLibrary({
    ...core,
    jobs,
    live: () => live,
    reveal,
    openPath: (path) => shell.openPath(path),
  });
  const live = await openLiveArea(core, { jobs, library, onAir, cameras });
  void library.resume();
  cameras.listen(live.relay);
  const cover = openCover(core, cameras);
  const changer = openChanger(core, { jobs, onAir, live });
  const microphone = openMicrophone({
    ...core,
    programs: core.folders.programs,
    openSocket: () => changer.openAudioSocket(),
  });
  const conversions = openConversions(core, jobs, library);
  const persons = openPersons({
    ...core,
    jobs,
    live: { ...live, captured: forgetToo(live.captured, library.forgetPaths) },
    onAir,
    dropPersons: async (sha256s) => {
      changer.dropPersons(sha256s);
      await library.dropPersons(sha256s);
      await conversions.dropPersons(sha256s);
      await watched.watch.dropPersons(sha256s);
    },
  });
  const presets = openPresets(core, jobs, live);
  const watched = openWatched(core, { jobs, library, live });
  const inControl = { live, cameras, changer, microphone, presets };
  const { control, hotkeys } = openControl(core, inControl);
  const desktop = openDesktop(core, control);
  const stopped = {
    library,
    desktop,
    hotkeys,
    control,
    microphone,
    obs,
    changer,
    live,
    cameras,
    service,
  };
  endFirst(() => stopAreas(stopped, core.log));
  const pageLeft = createPageLeft({ live, microphone, changer, conversions, control, desktop });
  return {
    jobs,
    library,
    live,
    cover,
    cameras,
    obs,
    changer,
    microphone,
    conversions,
    persons,
    control,
    hotkeys,
    desktop,
    presets,
    watched,
    pageLeft,
  };
}

/** Cleans up after a page that is gone or reloads. */
function createPageLeft({
  live,
  microphone,
  changer,
  conversions,
  control,
  desktop,
}: Pick<
  AppAreas,
  'live' | 'microphone' | 'changer' | 'conversions' | 'control' | 'desktop'
>): () => void {
  return () => {
    live.pageLeft();
    microphone.rest();
    changer.pageLeft();
    conversions.pageLeft();
    control.pageLeft();
    desktop.pageLeft();
  };
}

function openConversions(core: AppCore, jobs: Jobs, library: LibraryArea): Conversions {
  const { window } = core;
  return new Conversions({
    ...core,
    chosen: jobs.chosen,
    onConverted: library.addConversion,
    folder: core.folders.conversions,
    chooseSavePath: (name) => window.chooseSavePath(name),
  });
}

function openJobsArea(core: AppCore): Jobs {
  const { window } = core;
  const jobs = openJobs({
    ...core,
    readProofKey: () => core.vault.readProofKey(),
    chooseSavePath: (name) => window.chooseSavePath(name),
    reveal,
    dragOut: (path, picturePath) => window.dragOut(path, picturePath ?? core.folders.iconPath),
    announce: (title, text) => announce(core, title, text),
    ending: {
      quit: () => window.close(),
      findSleep: () => findSleep(process.platform),
      canEnd: () => (window.guard?.reason() ?? null) === null,
    },
  });
  app.on('before-quit', jobs.stop);
  return jobs;
}

/** Propagates the cover card to everything that shows one except the page, which reads it itself. */
function openCover({ folders, grants, service }: AppCore, cameras: Cameras): CoverCard {
  const report = (path: string | null): void => {
    cameras.setCard(path);
    service.setCoverCard(path);
  };
  const cover = new CoverCard({ folder: folders.cover, grants, onChange: report });
  report(cover.path);
  return cover;
}

function openCameras(core: AppCore): Cameras {
  return new Cameras({
    ...core,
    isOwnOrigin: (origin) => core.ownOrigin.isOwnSocket(origin),
    fork: () =>
      forkPeer({
        path: join(core.folders.programs, 'devices', 'camera', 'cameras-entry.js'),
        name: 'Guise camera',
        methods: cameraMethods,
        onLog: (line) => core.log('info', 'camera.log', { line }),
      }),
  });
}

function openChanger(
  core: AppCore,
  { jobs, onAir, live }: { readonly jobs: Jobs; readonly onAir: OnAir; readonly live: Live },
): Changer {
  return new Changer({
    ...core,
    chosen: jobs.chosen,
    onAir,
    sampleFolder: core.folders.targetSamples,
    readReference: (path) =>
      readReferenceSound(toPathBesideService(core, 'live', 'changer', 'reference-entry.js'), path),
    relay: live.relay,
  });
}

function openLiveArea(
  core: AppCore,
  {
    jobs,
    library,
    onAir,
    cameras,
  }: {
    readonly jobs: Jobs;
    readonly library: LibraryArea;
    readonly onAir: OnAir;
    readonly cameras: Cameras;
  },
): Promise<Live> {
  return openLive({
    ...core,
    chosen: jobs.chosen,
    onAir,
    finisherPath: toPathBesideService(core, 'recordings', 'finish-entry.js'),
    reveal,
    chooseFolder: () => core.window.chooseFolder(),
    library,
    onState: (state) => {
      cameras.setLiveState(state);
      library.followSession(state);
    },
  });
}

/** Files that are removed from the index of captured persons are removed from the library too. */
function forgetToo(
  captured: CapturedPersons,
  forgetPaths: (paths: readonly string[]) => void,
): CapturedPersons {
  return {
    ...captured,
    forget: (paths) => {
      captured.forget(paths);
      forgetPaths(paths);
    },
  };
}

function openWatched(
  core: AppCore,
  {
    jobs,
    library,
    live,
  }: { readonly jobs: Jobs; readonly library: LibraryArea; readonly live: Live },
): WatchArea {
  const watched = openWatch({
    ...core,
    jobs,
    activeProfileId: () => core.profiles.list().activeId,
    listCaptures: library.listFiles,
    captureFolder: live.captureFolder,
    chooseFolder: () => core.window.chooseFolder(),
    nowMs: () => systemClock.nowMs(),
  });
  app.on('before-quit', () => watched.watch.stop());
  return watched;
}

function openPresets({ files, folders, window, emit }: AppCore, jobs: Jobs, live: Live): Presets {
  return new Presets({
    file: files.presets,
    characters: live.characters,
    addFile: jobs.addFile,
    folder: folders.presetPictures,
    chooseSavePath: (name) => window.chooseSavePath(name),
    chooseOpenPath: () => window.askJsonFile(),
    emit,
  });
}

/** Opens the controls outside of the window: programs and global keys. */
function openControl(
  core: AppCore,
  areas: Pick<AppAreas, 'live' | 'cameras' | 'changer' | 'microphone' | 'presets'>,
): Pick<AppAreas, 'control' | 'hotkeys'> {
  const { live, cameras, changer, presets } = areas;
  const control = new Control({
    ...core,
    ...areas,
    clients: new ControlClients(core.files.control, core.redactor.addSecret),
    cover: () => cameras.cover(true),
    focusWindow: () => core.window.focus(),
    listCharacters: () => live.characters.list(),
    listPresets: () => presets.list(),
    readVoices: () => changer.calls['changer.offer']({}),
    onState: ({ live: phase, voice }) => hotkeys.want(phase !== 'off' || voice !== 'off'),
  });
  const hotkeys = openHotkeys(core, control);
  return { control, hotkeys };
}

function openHotkeys(core: AppCore, control: Control): Hotkeys {
  return new Hotkeys({
    ...core,
    openBackend: (onKey) =>
      openHotkeyBackend(
        {
          registry: readRuntime().kind === 'electron' ? globalShortcut : null,
          entryPath: join(core.folders.programs, 'devices', 'hotkeys', 'hotkeys-entry.js'),
          platform: process.platform,
          env: process.env,
        },
        onKey,
      ),
    run: (action) => control.run(action),
  });
}

/** Opens tray icon and taskbar progress: the runtime on Chromium has neither of Electron's. */
function openDesktop(core: AppCore, control: Control): Desktop {
  const { window, folders } = core;
  const isElectron = readRuntime().kind === 'electron';
  return new Desktop({
    ...core,
    openTray: (listener) =>
      openTray(
        {
          maker: isElectron ? createTrayMaker(folders.iconPath) : null,
          platform: process.platform,
          env: process.env,
          iconPath: folders.iconPath,
          log: core.log,
        },
        listener,
      ),
    showProgress: (fraction) => {
      if (isElectron) {
        window.showProgress(fraction);
      }
    },
    focusWindow: () => window.focus(),
    quit: () => window.close(),
    run: (action) => control.run(action),
  });
}

/** Path of a program beside the service. */
function toPathBesideService({ folders }: AppCore, ...path: string[]): string {
  return join(dirname(folders.servicePath), ...path);
}

function reveal(path: string): void {
  shell.showItemInFolder(path);
}

/** A notification of the desktop, for a user of another window; a click on it activates the app's window. */
function announce({ window, log }: AppCore, title: string, text: string): void {
  if (window.isFocused() || !Notification.isSupported()) {
    return;
  }
  const notification = new Notification({ title, body: text, silent: true });
  notification.on('click', () => window.focus());
  notification.on('failed', (_event, reason) => log('warn', 'app.not_announced', { reason }));
  notification.show();
}

/** Holds the end of the app back until live sessions and the service have put their work away. */
function endFirst(end: () => Promise<void>): void {
  let hasEnded = false;
  app.on('will-quit', (event) => {
    if (!hasEnded) {
      event.preventDefault();
      void end().finally(() => {
        hasEnded = true;
        app.quit();
      });
    }
  });
}
