import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, listDescendants, type SeenProcess } from '../../support/process-tree.ts';
import { DISK_FULL } from '../../../src/base/errors.ts';
import type { FromSiegeService, ToSiegeService } from './siege-messages.ts';
import type { AttackLog } from '../attack-log.ts';

const entry = fileURLToPath(new URL('siege-service-entry.ts', import.meta.url));
/** Processes of a killed service check for it once a second. */
const DYING_MS = 10_000;
/** Connections of before a restart break this long after it at most. */
const SETTLING_MS = 3_000;
const STOP_MS = 20_000;

/** An account that the siege attacks with. */
export interface SiegeAccount {
  readonly accountId: string;
  readonly secret: string;
  readonly toppedUpUsd: number;
}

/** The service under siege: one process at a time, on one folder. */
export class SiegeService {
  readonly #folder: string;
  readonly #log: AttackLog;
  readonly #troubles = new Map<string, number>();
  readonly #seen = new Map<string, SeenProcess>();
  readonly #looking: NodeJS.Timeout;
  #child: ChildProcess | null = null;
  #baseUrl = '';
  #aheadMs = 0;
  #upSinceMs = 0;

  constructor(folder: string, log: AttackLog) {
    this.#folder = folder;
    this.#log = log;
    this.#looking = setInterval(() => this.#look(), 250);
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Milliseconds since this process became ready; null without a process. */
  get upMs(): number | null {
    return this.#child === null || this.#upSinceMs === 0
      ? null
      : performance.now() - this.#upSinceMs;
  }

  /** True when a connection may break without a fault of the service. */
  get isDisturbed(): boolean {
    const { upMs } = this;
    return upMs === null || upMs < SETTLING_MS;
  }

  /** Number of log entries by message. */
  get troubles(): ReadonlyMap<string, number> {
    return this.#troubles;
  }

  /** Starts it; while its disk is full it cannot start, and is tried again. */
  async start(): Promise<void> {
    for (
      let reason = await this.#tryToStart();
      reason !== null;
      reason = await this.#tryToStart()
    ) {
      if (reason !== DISK_FULL) {
        throw new Error(`The service does not start: ${reason}`);
      }
      this.#log.count('starts on a full disk');
      await pause(500);
    }
  }

  /** Starts the service; returns the reason of a failure, or null. */
  async #tryToStart(): Promise<string | null> {
    const child = fork(entry, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child = child;
    this.#readLog(child);
    child.once('exit', (code, signal) => {
      if (this.#child === child) {
        this.#log.wrong(`the service ended by itself with ${code ?? signal}`);
      }
    });
    this.#send({ type: 'start', folder: this.#folder, aheadMs: this.#aheadMs });
    const answer = await this.#answer('started', 'refused');
    if (answer.type === 'refused') {
      const gone = once(child, 'exit');
      this.#leave();
      await gone;
      return answer.reason;
    }
    this.#baseUrl = answer.baseUrl;
    this.#upSinceMs = performance.now();
    return null;
  }

  async openAccount(balanceUsd: number): Promise<SiegeAccount> {
    this.#send({ type: 'open_account', balanceUsd });
    const { accountId, secret } = await this.#answer('account');
    return { accountId, secret, toppedUpUsd: balanceUsd };
  }

  /** Moves the clock forwards or backwards from its present value. */
  jumpClock(byMs: number): void {
    this.#aheadMs += byMs;
    this.#send({ type: 'set_clock', aheadMs: this.#aheadMs });
  }

  /** Processes below the service now whose command names a module. */
  find(module: string): SeenProcess[] {
    return listDescendants(this.pid).filter(({ command }) => command.includes(module));
  }

  async kill(): Promise<void> {
    const child = this.#leave();
    this.#look(child?.pid);
    const gone = child === null ? null : once(child, 'exit');
    child?.kill('SIGKILL');
    await gone;
    await this.#expectNobody('after the service was killed');
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    const child = this.#leave();
    this.#look(child?.pid);
    if (child !== null) {
      const gone = once(child, 'exit');
      child.send({ type: 'stop' } satisfies ToSiegeService);
      const timer = setTimeout(() => {
        this.#log.wrong(`the service did not stop within ${STOP_MS / 1000} s`);
        child.kill('SIGKILL');
      }, STOP_MS);
      const [code] = (await gone) as [number | null];
      clearTimeout(timer);
      if (code !== 0) {
        this.#log.wrong(`the service stopped with ${code}`);
      }
    }
    await this.#expectNobody('after the service stopped');
  }

  /** The caller has stopped or killed it. */
  close(): void {
    clearInterval(this.#looking);
    this.#child?.kill('SIGKILL');
  }

  #leave(): ChildProcess | null {
    const child = this.#child;
    this.#child = null;
    this.#upSinceMs = 0;
    return child;
  }

  #send(message: ToSiegeService): void {
    this.#child?.send(message, () => undefined);
  }

  async #answer<T extends FromSiegeService['type']>(
    ...types: readonly T[]
  ): Promise<Extract<FromSiegeService, { type: T }>> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      child?.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
      child?.on('message', (message: FromSiegeService) => {
        if (types.some((type) => type === message.type)) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the type that was looked at
          resolve(message as Extract<FromSiegeService, { type: T }>);
        }
      });
    });
  }

  #readLog({ stderr }: ChildProcess): void {
    let rest = '';
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const trouble = describeTrouble(line);
        this.#troubles.set(trouble, (this.#troubles.get(trouble) ?? 0) + 1);
      }
    });
  }

  #look(pid = this.pid): void {
    for (const seen of pid === 0 ? [] : listDescendants(pid)) {
      this.#seen.set(`${seen.pid} ${seen.startedAt}`, seen);
    }
  }

  async #expectNobody(when: string): Promise<void> {
    const endMs = performance.now() + DYING_MS;
    const list = (): SeenProcess[] => [...this.#seen.values()].filter(isRunning);
    while (list().length > 0 && performance.now() < endMs) {
      await pause(100);
    }
    for (const { command } of list()) {
      this.#log.wrong(`a process runs ${when}: ${command.slice(-200)}`);
    }
    this.#seen.clear();
  }
}

function describeTrouble(line: string): string {
  try {
    const { msg, err, text } = JSON.parse(line) as {
      msg?: string;
      text?: string;
      err?: { code?: string; message?: string; cause?: { message?: string } } | string;
    };
    const why = typeof err === 'object' ? [err.code, err.message, err.cause?.message] : [err, text];
    return [msg, ...why]
      .filter((part) => typeof part === 'string')
      .join(' | ')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\b\d+\b/g, '#')
      .slice(0, 300);
  } catch {
    return line.replaceAll(/\d+/g, '#').slice(0, 300);
  }
}
