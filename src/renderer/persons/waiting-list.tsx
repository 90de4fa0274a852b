import type { Waiting } from '../../contract/ipc/persons.ts';
import { Note } from '../../ui/note.tsx';
import { useText } from '../i18n/use-text.ts';
import './persons.css';

/** Pending deletions, and the reason of the delay; nothing without any. */
export function WaitingList({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useText();
  const { services, paths } = waiting;
  return (
    <>
      {services.length === 0 ? null : (
        <Note tone="info" title={t('waiting.services')}>
          {services.map(({ profileId, name, count, refused }) => (
            <span key={profileId} className="line">
              {t(refused > 0 ? 'waiting.refused' : 'waiting.service', {
                name: name ?? t('status.this_computer'),
                count,
              })}
            </span>
          ))}
        </Note>
      )}
      {paths.length === 0 ? null : (
        <Note tone="warning" title={t('waiting.files', { count: paths.length })}>
          {paths.map((path) => (
            <span key={path} className="line mono">
              {path}
            </span>
          ))}
        </Note>
      )}
    </>
  );
}
