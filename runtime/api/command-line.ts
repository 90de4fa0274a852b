import { getHost } from '../host.ts';
import { guardInstances } from './class-guard.ts';

/** `app.commandLine`: switches for Chromium, which take effect when they are there before `ready`. */
export class CommandLine {
  readonly #added: string[] = [];

  /** For the start: switches that the app has added, in Chromium's format. */
  static added(line: CommandLine): readonly string[] {
    return line.#added;
  }

  appendSwitch(name: string, value?: string): void {
    this.#added.push(value === undefined ? `--${name}` : `--${name}=${value}`);
  }

  appendArgument(value: string): void {
    this.#added.push(value);
  }

  hasSwitch(name: string): boolean {
    return this.#find(name) !== null;
  }

  getSwitchValue(name: string): string {
    return this.#find(name) ?? '';
  }

  removeSwitch(name: string): void {
    const others = this.#added.filter((given) => given.split('=', 1)[0] !== `--${name}`);
    this.#added.splice(0, this.#added.length, ...others);
  }

  /** Value of a switch, empty when it has none; null when it was not given. */
  #find(name: string): string | null {
    const switches = [...process.argv.slice(1), ...getHost().args.chromiumSwitches, ...this.#added];
    for (const text of switches.toReversed()) {
      if (text === `--${name}`) {
        return '';
      }
      if (text.startsWith(`--${name}=`)) {
        return text.slice(name.length + 3);
      }
    }
    return null;
  }
}

guardInstances('app.commandLine', CommandLine, Object.prototype);
