import { ClipboardList, CornerUpRight, SquareTerminal, Trash2, UserRoundX } from 'lucide-react';
import { isTerminalState, type LocalJob } from '../../contract/ipc/jobs.ts';
import { findPersonPart } from '../../contract/persons.ts';
import { Menu, type MenuAction } from '../../ui/menu.tsx';
import { useApp, useProfiles, useVoices } from '../app/app-context.ts';
import { copyText } from '../app/clipboard.ts';
import { toFieldWords } from '../i18n/capability-texts.ts';
import type { TextKey } from '../i18n/en/catalogue.ts';
import { useText } from '../i18n/use-text.ts';
import { toCurl } from './curl-text.ts';
import { toCapabilityTitle, toJobTitle } from './job-words.ts';
import { listInputTargets, putResultInto } from './form/result-input.ts';
import { formatSettings } from './format-settings.ts';
import { useJobActions } from './use-jobs.ts';

/** Further actions of a job: its result as an input, its settings elsewhere, and its deletion. */
export function JobMenu({ job }: { readonly job: LocalJob }) {
  const text = useText();
  const actions = [...useResultActions(job), ...useCopyActions(job), ...useDeleteActions(job)];
  return actions.length === 0 ? null : (
    <Menu label={text.t('person.menu', { name: toJobTitle(text, job) })} actions={actions} />
  );
}

/** Each place that takes such a file. */
function useResultActions(job: LocalJob): readonly MenuAction[] {
  const app = useApp();
  const text = useText();
  return job.result === null
    ? []
    : listInputTargets(job.result.kind).map((target) => ({
        id: `use ${target.feature} ${target.field.field}`,
        label: text.t('job.use_as', {
          form: toCapabilityTitle(text, target.feature),
          field: toFieldWords(text.language, target.feature, target.field.field).label,
        }),
        icon: CornerUpRight,
        run: () => void app.attempt(() => putResultInto(app, job.id, target)),
      }));
}

function useCopyActions(job: LocalJob): readonly MenuAction[] {
  const { attempt, notify } = useApp();
  const text = useText();
  const voices = useVoices(({ list }) => list?.voices);
  const baseUrl = useProfiles(
    ({ list }) => list.profiles.find(({ id }) => id === job.profileId)?.baseUrl ?? null,
  );
  const copy = async (write: () => string, title: TextKey): Promise<void> => {
    if (await attempt(async () => copyText(write()))) {
      notify({ tone: 'good', title: text.t(title) });
    }
  };
  const nameVoice = (id: string): string | null =>
    voices?.find((voice) => voice.id === id)?.name ?? null;
  return [
    {
      id: 'settings',
      label: text.t('job.copy_settings'),
      icon: ClipboardList,
      run: () => void copy(() => formatSettings(text, job, nameVoice), 'job.copied_settings'),
    },
    {
      id: 'curl',
      label: text.t('job.copy_curl'),
      icon: SquareTerminal,
      run: () => void copy(() => toCurl(job, baseUrl), 'job.copied_curl'),
    },
  ];
}

/** Actions that delete the job, alone or with all data of the persons in it. */
function useDeleteActions(job: LocalJob): readonly MenuAction[] {
  const { persons, attempt } = useApp();
  const { t } = useText();
  const { forget } = useJobActions();
  const hasPerson = job.inputs.some(({ field }) => findPersonPart(job.feature, field) !== null);
  return [
    ...(isTerminalState(job.state)
      ? [
          {
            id: 'forget',
            label: t(job.result === null ? 'job.forget' : 'job.forget_keep'),
            icon: Trash2,
            run: () => forget(job.id),
          },
        ]
      : []),
    ...(hasPerson
      ? [
          {
            id: 'person',
            label: t('person.delete_all'),
            icon: UserRoundX,
            tone: 'danger',
            run: () => void attempt(() => persons.getState().ask({ kind: 'job', id: job.id })),
          } as const,
        ]
      : []),
  ];
}
