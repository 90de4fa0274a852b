import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Rows } from '../../../../ui/card.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Note } from '../../../../ui/note.tsx';
import type { Profile } from '../../../../contract/profiles.ts';
import { useApp, useProfiles, useService, useView } from '../../../app/app-context.ts';
import { openProfileForm } from '../../../commands/app-actions.ts';
import { useText } from '../../../i18n/use-text.ts';
import { LogTail } from '../log-tail.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileRow } from './profile-row.tsx';
import { SectionHead } from '../section-head.tsx';

/** The services: which there are, which one is in use, and how their keys are protected. */
export function ServiceSection() {
  const app = useApp();
  const { t } = useText();
  const { profiles } = useProfiles((state) => state.list);
  const draft = useView((state) => state.profileDraft);
  const addButton = useRef<HTMLButtonElement>(null);
  const hadDraft = useRef(draft !== null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (hadDraft.current && draft === null) {
      addButton.current?.focus();
    }
    hadDraft.current = draft !== null;
  }, [draft]);
  const [removed, setRemoved] = useState<Profile | null>(null);
  return (
    <>
      <SectionHead
        title={t('service.profiles')}
        action={
          draft === null ? (
            <Button ref={addButton} tone="primary" icon={Plus} onPress={() => openProfileForm(app)}>
              {t('action.add_service')}
            </Button>
          ) : null
        }
      >
        {t('service.intro')}
      </SectionHead>
      {draft === null ? null : <ProfileForm key={draft.id} draft={draft} />}
      <Rows>
        {profiles.map((profile) => (
          <ProfileRow key={profile.id} profile={profile} onRemove={() => setRemoved(profile)} />
        ))}
      </Rows>
      <Protection />
      <MediaSandboxFact />
      <LogTail of="service" />
      {removed === null ? null : (
        <RemoveQuestion profile={removed} onClose={() => setRemoved(null)} />
      )}
    </>
  );
}

/** Warns about stored keys; before there is one, it is only said what would become of it. */
function Protection() {
  const { t } = useText();
  const { kind, backend } = useProfiles((state) => state.list.protection);
  const hasKeys = useProfiles((state) =>
    state.list.profiles.some(({ keyState }) => keyState !== 'none'),
  );
  if (kind === 'file' && !hasKeys) {
    return <p className="muted">{t('service.protection.file.none')}</p>;
  }
  return kind === 'file' ? (
    <Note tone="warning" title={t('service.protection.file.title')}>
      {t('service.protection.file.text')}
    </Note>
  ) : (
    <p className="muted">{t('service.protection.system', { backend })}</p>
  );
}

/**
 * Note that states whether decoding of untrusted media is sandboxed; nothing while the local service does not run.
 */
function MediaSandboxFact() {
  const { t } = useText();
  const embedded = useService((state) => state.embedded);
  if (embedded.state !== 'running') {
    return null;
  }
  return embedded.mediaSandbox === 'on' ? (
    <p className="muted">{t('service.sandbox.on')}</p>
  ) : (
    <Note tone="warning" title={t('service.sandbox.title')}>
      {t(`service.sandbox.${embedded.mediaSandbox}`)}
    </Note>
  );
}

function RemoveQuestion(props: { readonly profile: Profile; readonly onClose: () => void }) {
  const { profile, onClose } = props;
  const { profiles, attempt, notify } = useApp();
  const { t } = useText();
  const { name, id } = profile;
  const remove = async (): Promise<void> => {
    onClose();
    if (await attempt(() => profiles.getState().remove(id))) {
      notify({ tone: 'good', title: t('service.removed', { name }) });
    }
  };
  return (
    <Dialog
      title={t('service.remove.title', { name })}
      closeLabel={t('action.close')}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button tone="danger" onPress={() => void remove()}>
            {t('action.remove')}
          </Button>
        </>
      }
    >
      {t('service.remove.text')}
    </Dialog>
  );
}
