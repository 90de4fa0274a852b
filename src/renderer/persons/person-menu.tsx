import { UserRoundX } from 'lucide-react';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { Menu } from '../../ui/menu.tsx';
import { useApp } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import './persons.css';

/** Actions for the person of a file with consent. */
export function PersonMenu({ file }: { readonly file: ChosenFile }) {
  const { persons, attempt } = useApp();
  const { t } = useText();
  return (
    <Menu
      label={t('person.menu', { name: file.name })}
      actions={[
        {
          id: 'person',
          label: t('person.delete_all'),
          icon: UserRoundX,
          tone: 'danger',
          run: () => void attempt(() => persons.getState().ask({ kind: 'file', id: file.id })),
        },
      ]}
    />
  );
}
