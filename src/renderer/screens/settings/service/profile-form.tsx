import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { SecretField } from '../../../../ui/secret-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useApp, useProfiles } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { ProfileDraft } from '../../../stores/view-store.ts';
import { checkProfileEntry, type ProfileField } from './profile-entry.ts';

/**
 * Form for a new or a changed service. Name and address are kept in the view, so that they survive a
 * reload; the key lives in its input element alone and is read from there when the form is sent.
 */
export function ProfileForm({ draft }: { readonly draft: ProfileDraft }) {
  const { view, profiles, attempt, notify } = useApp();
  const { t } = useText();
  const existing = useProfiles(({ list }) => list.profiles.find(({ id }) => id === draft.id));
  const [invalid, setInvalid] = useState<ReadonlySet<ProfileField>>(new Set());
  const [isSaving, setSaving] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  useEffect(() => formElement.current?.querySelector('input')?.focus(), []);
  const edit = (field: ProfileField, change: Partial<ProfileDraft>): void => {
    setInvalid(new Set([...invalid].filter((other) => other !== field)));
    view.getState().setProfileDraft({ ...draft, ...change, isDirty: true });
  };
  const errorOf = (field: ProfileField): string | null =>
    invalid.has(field) ? t(`service.invalid.${field}`) : null;

  const save = async (form: HTMLFormElement): Promise<void> => {
    const apiKey = new FormData(form).get('key');
    const entry = checkProfileEntry({
      ...draft,
      key: typeof apiKey === 'string' ? apiKey : '',
      before: existing ?? null,
    });
    setInvalid(entry.invalid);
    if (entry.input === null) {
      focusFirst(form, entry.invalid);
      return;
    }
    const { input } = entry;
    setSaving(true);
    const isDone = await attempt(() =>
      'id' in input ? profiles.getState().change(input) : profiles.getState().add(input),
    );
    setSaving(false);
    if (isDone) {
      form.reset();
      view.getState().setProfileDraft(null);
      notify({
        tone: 'good',
        title: t(draft.id === null ? 'service.added' : 'service.saved', { name: draft.name }),
      });
    }
  };

  return (
    <Card
      title={
        existing === undefined
          ? t('service.add.title')
          : t('service.change.title', { name: existing.name })
      }
    >
      <form
        ref={formElement}
        className="form"
        autoComplete="off"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <TextField
          label={t('service.name')}
          name="name"
          hint={t('service.name_hint')}
          value={draft.name}
          error={errorOf('name')}
          onChange={(name) => edit('name', { name })}
        />
        <TextField
          label={t('service.address')}
          name="address"
          hint={t('service.address_hint')}
          value={draft.baseUrl}
          error={errorOf('address')}
          onChange={(baseUrl) => edit('address', { baseUrl })}
        />
        <SecretField
          label={t('service.key')}
          name="key"
          hint={
            existing?.keyState === 'stored'
              ? t('service.key_keep', { last4: existing.keyLast4 ?? '' })
              : t('service.key_hint')
          }
          error={errorOf('key')}
          onEdit={() => edit('key', {})}
        />
        <div className="form-actions">
          <Button tone="primary" type="submit" isPending={isSaving}>
            {t('action.save')}
          </Button>
          <Button onPress={() => view.getState().setProfileDraft(null)}>
            {t('action.cancel')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function focusFirst(form: HTMLFormElement, fields: ReadonlySet<ProfileField>): void {
  for (const field of fields) {
    form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    return;
  }
}
