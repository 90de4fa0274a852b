import { Clapperboard, Image, Music } from 'lucide-react';
import { Menu } from '../../../../ui/menu.tsx';
import { useApp, useJobs } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { FileTarget } from '../shown-form.ts';

/** Results that are offered, the newest first. */
const maxShown = 8;
const icons = { image: Image, video: Clapperboard, audio: Music } as const;

/** Results of earlier jobs, as input of the next; empty when none has the kind of the slot. */
export function ResultMenu({ target }: { readonly target: FileTarget }) {
  const { draft, bridge, attempt } = useApp();
  const { t } = useText();
  const jobs = useJobs((state) => state.jobs);
  const results = jobs
    .flatMap(({ id, result }) => (result?.kind === target.kind ? [{ id, name: result.name }] : []))
    .slice(0, maxShown);
  const use = (jobId: string): void =>
    void attempt(async () => {
      const file = await bridge.call('files.use_result', { jobId });
      await draft.getState().addChosen([target], [file]);
    });
  return results.length === 0 ? null : (
    <Menu
      label={t('create.results')}
      actions={results.map(({ id, name }) => ({
        id,
        label: name,
        icon: icons[target.kind],
        run: () => use(id),
      }))}
    />
  );
}
