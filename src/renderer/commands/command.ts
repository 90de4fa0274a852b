import type { LiveAction } from '../../contract/live-action.ts';
import type { IconSymbol } from '../../ui/icon.tsx';
import type { TextKey } from '../i18n/en/catalogue.ts';

/** The headings of the command list in their order. */
export const commandGroups = [
  'go',
  'live',
  'look',
  'voice',
  'capture',
  'create',
  'queue',
  'job',
  'service',
  'appearance',
  'app',
] as const;

/** Actions of a global key; `toggle` replaces both where releases cannot be observed. */
export interface HotkeyActions {
  readonly press: LiveAction;
  readonly release?: LiveAction | undefined;
  readonly toggle?: LiveAction | undefined;
}

/** Something the user can do from anywhere, as the list has it. */
export interface CommandSpec {
  readonly id: string;
  readonly group: (typeof commandGroups)[number];
  readonly title: string;
  readonly icon: IconSymbol;
  /** Keys that it has unless the user chose others, as `CommandOrControl+K`. */
  readonly usualKeys?: string | undefined;
  /** Reason why it has no effect now. */
  readonly missing?: TextKey | null | undefined;
  /** Present when its keys can work globally. */
  readonly wish?: HotkeyActions | undefined;
  /** True when the keys work globally unless the user chose otherwise. */
  readonly isUsuallyGlobal?: boolean | undefined;
  readonly run: () => void;
}

/** A command with its present keys. */
export interface Command extends CommandSpec {
  readonly keys: string | null;
  readonly isGlobal: boolean;
}

/** Id of the command that covers the output; nothing may suspend its keys. */
export const panicCommand = 'live.cover';
