import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { findProgram } from '../chromium/find.ts';
import { app } from './app.ts';
import { guardInstances } from './class-guard.ts';
import { createEvent } from './event.ts';

/** Content of a notification. */
export interface NotificationOptions {
  readonly title?: string;
  readonly body?: string;
  readonly icon?: string;
  readonly silent?: boolean;
  readonly urgency?: 'normal' | 'critical' | 'low';
}

const shown = new Set<Notification>();
const clickAction = 'default';

/** Electron's `Notification`, by `notify-send`. */
export class Notification extends EventEmitter {
  title: string;
  body: string;
  urgency: 'normal' | 'critical' | 'low';
  readonly #icon: string | null;
  readonly #isSilent: boolean;
  #process: ChildProcess | null = null;

  constructor(options: NotificationOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.urgency = options.urgency ?? 'normal';
    this.#icon = options.icon ?? null;
    this.#isSilent = options.silent ?? false;
  }

  /** Returns whether there is a program to show notifications and a session bus for it. */
  static isSupported(): boolean {
    return findProgram('notify-send') !== null && hasSessionBus();
  }

  /** Shows it; emits `failed` when that is impossible. */
  show(): void {
    const program = findProgram('notify-send');
    if (program === null || !hasSessionBus()) {
      const reason =
        program === null
          ? 'The program "notify-send" is not installed: sudo apt-get install libnotify-bin'
          : 'There is no session bus to show a notification on.';
      setImmediate(() => this.emit('failed', createEvent({}), reason));
      return;
    }
    this.close();
    this.#start(program);
  }

  close(): void {
    this.#process?.kill();
    this.#process = null;
  }

  #start(program: string): void {
    const child = spawn(
      program,
      [
        `--app-name=${app.getName()}`,
        `--urgency=${this.urgency}`,
        ...(this.#icon === null ? [] : [`--icon=${this.#icon}`]),
        ...(this.#isSilent ? ['--hint=boolean:suppress-sound:true'] : []),
        '--wait',
        `--action=${clickAction}=Open`,
        '--',
        this.title,
        this.body,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.#process = child;
    shown.add(this);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.on('spawn', () => this.emit('show', createEvent({})));
    child.on('error', (error) => {
      shown.delete(this);
      this.emit('failed', createEvent({}), error.message);
    });
    child.on('close', (code) => {
      shown.delete(this);
      if (code !== 0 && code !== null) {
        this.emit('failed', createEvent({}), `notify-send ended with code ${code}.`);
      } else if (output.trim() === clickAction) {
        this.emit('click', createEvent({}));
      } else {
        this.emit('close', createEvent({}));
      }
    });
  }
}

function hasSessionBus(): boolean {
  return (
    process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined ||
    process.env['XDG_RUNTIME_DIR'] !== undefined
  );
}

guardInstances('Notification', Notification);
