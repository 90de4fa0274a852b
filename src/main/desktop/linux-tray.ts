import { DbusConnection, type DbusHandler } from '../dbus/connection.ts';
import type { DbusMessage } from '../dbus/message.ts';
import { answerProperties } from '../dbus/properties.ts';
import { toVariant } from '../dbus/values.ts';
import { createMenuObject, menuInterface } from './menu-object.ts';
import type { ShownTray, TrayBackend, TrayListener } from './tray-backend.ts';

/** Registry of tray icons, by freedesktop's StatusNotifierItem specification. */
const watcher = {
  destination: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
} as const;
const bus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;
const itemPath = '/StatusNotifierItem';
const itemInterface = 'org.kde.StatusNotifierItem';
const menuPath = '/Menu';

/** Dependencies of {@link LinuxTray}. */
export interface LinuxTrayDependencies extends TrayListener {
  /** Socket of the session bus. */
  readonly busPath: string;
  readonly iconPath: string;
  readonly title: string;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Tray icon on a Linux desktop, with either runtime of the app: Plasma, Xfce, Cinnamon and others show it,
 * GNOME with its extension. It is registered again when the desktop's panel restarts.
 */
export class LinuxTray implements TrayBackend {
  readonly #dependencies: LinuxTrayDependencies;
  readonly #name = `org.kde.StatusNotifierItem-${String(process.pid)}-1`;
  #connection: DbusConnection | null = null;
  #view: ShownTray | null = null;
  #isAnnounced = false;
  #isAvailable = false;
  #revision = 1;
  #isClosed = false;

  constructor(dependencies: LinuxTrayDependencies) {
    this.#dependencies = dependencies;
    this.#attempt(() => this.#open());
  }

  show = (view: ShownTray | null): void => {
    this.#view = view;
    this.#attempt(() => this.#update());
  };

  close = (): void => {
    this.#isClosed = true;
    this.#connection?.close();
  };

  async #open(): Promise<void> {
    const { connection } = await DbusConnection.open(
      this.#dependencies.busPath,
      (signal) => this.#receiveSignal(signal),
      (error) => this.#leave(error),
    );
    if (this.#isClosed) {
      connection.close();
      return;
    }
    connection.unref();
    this.#connection = connection;
    connection.serve(itemPath, this.#answer);
    connection.serve(
      menuPath,
      createMenuObject({
        readItems: () => this.#view?.items ?? [],
        readRevision: () => this.#revision,
        onSelect: this.#dependencies.onSelect,
      }),
    );
    await connection.match(
      `type='signal',sender='${bus.destination}',member='NameOwnerChanged',arg0='${watcher.destination}'`,
    );
    await connection.match(
      `type='signal',interface='${watcher.interface}',member='StatusNotifierHostRegistered'`,
    );
    await this.#check();
  }

  /** Without a bus there is no tray. */
  #leave(error: Error): void {
    this.#connection = null;
    this.#isAnnounced = false;
    if (this.#isClosed) {
      return;
    }
    if (this.#isAvailable) {
      this.#isAvailable = false;
      this.#dependencies.onAvailable(false);
    }
    this.#dependencies.onFailure(error);
  }

  #receiveSignal({ member, body }: DbusMessage): void {
    if (member === 'NameOwnerChanged') {
      this.#isAnnounced = false; // The host that knew the icon is gone.
    }
    if (member === 'StatusNotifierHostRegistered' || body[0] === watcher.destination) {
      this.#attempt(() => this.#check());
    }
  }

  /** Checks whether a host draws icons, reports a change, and announces our icon. */
  async #check(): Promise<void> {
    const isAvailable = await this.#hasHost();
    if (isAvailable !== this.#isAvailable) {
      this.#isAvailable = isAvailable;
      this.#dependencies.onAvailable(isAvailable);
    }
    await this.#update();
  }

  async #hasHost(): Promise<boolean> {
    const connection = this.#connection;
    const [isThere] = (await connection?.call({
      ...bus,
      member: 'NameHasOwner',
      signature: 's',
      body: [watcher.destination],
    })) ?? [false];
    if (isThere !== true || connection === null) {
      return false;
    }
    const [host] = await connection.call({
      ...watcher,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [watcher.interface, 'IsStatusNotifierHostRegistered'],
    });
    return typeof host === 'object' && 'value' in host && host.value === true;
  }

  async #update(): Promise<void> {
    const connection = this.#connection;
    if (connection === null) {
      return;
    }
    const isWanted = this.#view !== null && this.#isAvailable;
    if (isWanted && !this.#isAnnounced) {
      this.#isAnnounced = true;
      try {
        await this.#announce(connection);
      } catch (error) {
        this.#isAnnounced = false; // The next change tries it again.
        throw error;
      }
    } else if (this.#view === null && this.#isAnnounced) {
      this.#isAnnounced = false;
      // Releasing the name removes the icon from the tray.
      await connection.call({ ...bus, member: 'ReleaseName', signature: 's', body: [this.#name] });
    } else if (isWanted) {
      this.#revision += 1;
      const empty = { signature: '', body: [] };
      connection.signal({
        path: itemPath,
        interface: itemInterface,
        member: 'NewToolTip',
        ...empty,
      });
      connection.signal({
        path: menuPath,
        interface: menuInterface,
        member: 'LayoutUpdated',
        signature: 'ui',
        body: [this.#revision, 0],
      });
    }
  }

  async #announce(connection: DbusConnection): Promise<void> {
    await connection.call({
      ...bus,
      member: 'RequestName',
      signature: 'su',
      body: [this.#name, 0],
    });
    await connection.call({
      ...watcher,
      member: 'RegisterStatusNotifierItem',
      signature: 's',
      body: [this.#name],
    });
  }

  readonly #answer: DbusHandler = (message) => {
    if (message.member === 'Activate') {
      this.#dependencies.onClick();
    }
    if (['Activate', 'SecondaryActivate', 'ContextMenu', 'Scroll'].includes(message.member ?? '')) {
      return { signature: '', body: [] };
    }
    const { title, iconPath } = this.#dependencies;
    const text = (value: string) => toVariant('s', value);
    return answerProperties(message, {
      Category: text('ApplicationStatus'),
      Id: text('guise'),
      Title: text(title),
      Status: text('Active'),
      WindowId: toVariant('i', 0),
      // A path where a name is expected is drawn by all panels that are known.
      IconName: text(iconPath),
      IconThemePath: text(''),
      OverlayIconName: text(''),
      AttentionIconName: text(''),
      ToolTip: toVariant('(sa(iiay)ss)', ['', [], this.#view?.tooltip ?? title, '']),
      ItemIsMenu: toVariant('b', false),
      Menu: toVariant('o', menuPath),
    });
  };

  #attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.#isClosed) {
        this.#dependencies.onFailure(error);
      }
    });
  }
}
