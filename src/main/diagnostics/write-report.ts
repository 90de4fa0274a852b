import type { About } from '../../contract/ipc/contract.ts';
import type { LogLine } from '../../contract/ipc/diagnostics.ts';
import type { EmbeddedState } from '../../contract/embedded.ts';
import type { ProfileList } from '../../contract/profiles.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Redactor } from '../log/redact.ts';

/** Dependencies of a report. */
export interface ReportDependencies {
  readonly about: About;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly settings: Settings;
  readonly embedded: EmbeddedState;
  readonly profiles: ProfileList;
  readonly lines: readonly LogLine[];
  readonly redactor: Redactor;
  /** Home folder, whose path contains the user's name; replaced by `~`. */
  readonly home: string;
  readonly atMs: number;
}

/**
 * Writes a diagnostic report: plain text that the user can read before sending it. Contains no keys, URLs of
 * services, instructions or device names.
 */
export function writeReport(dependencies: ReportDependencies): string {
  const { about, machine, settings, embedded, profiles, lines, redactor, home } = dependencies;
  const sections: readonly (readonly [string, unknown])[] = [
    ['Guise', { ...about, paths: undefined }],
    ['Machine', machine],
    ['Settings', toPlainSettings(settings)],
    [
      'Service of this computer',
      embedded.state === 'running'
        ? { state: 'running', sandbox: embedded.mediaSandbox }
        : embedded,
    ],
    [
      'Services',
      profiles.profiles.map(({ kind, keyState, id }) => ({
        kind,
        keyState,
        isInUse: id === profiles.activeId,
      })),
    ],
  ];
  const text = [
    `Report of ${new Date(dependencies.atMs).toISOString()}. Read it before you send it.`,
    ...sections.map(([title, value]) => `\n## ${title}\n${toJson(redactor.redactValue(value))}`),
    `\n## Log, the last ${lines.length} lines`,
    ...lines.map(({ time, level, text: line }) => `${time} ${level} ${line}`),
    '',
  ]
    .map((line) => redactLong(line, redactor))
    .join('\n');
  return home === '' ? text : text.replaceAll(home, '~');
}

/** The redactor truncates long texts, so each line of a section is redacted separately. */
function redactLong(text: string, redactor: Redactor): string {
  return text.split('\n').map(redactor.redactText).join('\n');
}

/** Removes settings that identify the user, list their devices, or contain their texts. */
function toPlainSettings(settings: Settings): unknown {
  const { cameraId, microphoneId, voice, live, obs, formPresets, updateFeed, ...rest } = settings;
  const isChosen = (id: string | null): string => (id === null ? 'none' : 'chosen');
  return {
    ...rest,
    camera: isChosen(cameraId),
    microphone: isChosen(microphoneId),
    voice: {
      ...voice,
      outputId: isChosen(voice.outputId),
      monitorId: isChosen(voice.monitorId),
      soundInput: isChosen(voice.soundInput),
      soundMonitor: isChosen(voice.soundMonitor),
    },
    live: { ...live, characterId: isChosen(live.characterId), prompt: live.prompt.length },
    obs: { isOn: obs.isOn },
    formPresets: formPresets.length,
    updateFeed: isChosen(updateFeed),
  };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
