import { type FormEvent, useState } from 'react';
import { toWireError, type WireError } from '../../../base/errors.ts';
import { type FoundUpdate, updateFeedSchema } from '../../../contract/updates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useApp, useSettings } from '../../app/app-context.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { useText } from '../../i18n/use-text.ts';

type Outcome = { readonly found: FoundUpdate } | { readonly error: WireError };

/** Checks for a newer version, only when the user presses the button. */
export function UpdateCard() {
  const { bridge } = useApp();
  const { t } = useText();
  const { settings, change } = useSettings((state) => state);
  const [address, setAddress] = useState(settings.updateFeed ?? '');
  const [isInvalid, setInvalid] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const check = async (): Promise<void> => {
    // Without a URL no request is made: the answer says that there is none.
    const feed = updateFeedSchema.nullable().safeParse(address.trim() === '' ? null : address);
    setOutcome(null);
    setInvalid(!feed.success);
    if (!feed.success) {
      return;
    }
    setAsking(true);
    try {
      await change({ updateFeed: feed.data });
      setOutcome({ found: await bridge.call('updates.check', {}) });
    } catch (error) {
      setOutcome({ error: toWireError(error) });
    }
    setAsking(false);
  };
  return (
    <Card title={t('updates.title')}>
      <p className="muted">{t('updates.intro')}</p>
      <form
        className="form"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          void check();
        }}
      >
        <TextField
          label={t('updates.feed')}
          name="feed"
          hint={t('updates.feed_hint')}
          value={address}
          error={isInvalid ? t('updates.feed_invalid') : null}
          onChange={(value) => {
            setAddress(value);
            setInvalid(false);
          }}
        />
        <div className="form-actions">
          <Button type="submit" isPending={isAsking}>
            {t('updates.check')}
          </Button>
        </div>
      </form>
      {outcome === null ? null : <OutcomeNote outcome={outcome} />}
    </Card>
  );
}

function OutcomeNote({ outcome }: { readonly outcome: Outcome }) {
  const { bridge, attempt } = useApp();
  const text = useText();
  const { t } = text;
  if ('error' in outcome) {
    const { title, advice } = describeError(text, outcome.error);
    return (
      <Note tone="warning" title={title}>
        {advice}
      </Note>
    );
  }
  const openPage = async (url: string): Promise<void> => {
    await bridge.call('app.open_external', { url });
  };
  const { newest, current, isNewer, pageUrl } = outcome.found;
  if (!isNewer) {
    return <Note tone="good" title={t('updates.none', { version: current })} />;
  }
  return (
    <Note
      tone="info"
      title={t('updates.found', { version: newest })}
      action={
        pageUrl === null ? undefined : (
          <Button onPress={() => void attempt(() => openPage(pageUrl))}>{t('updates.open')}</Button>
        )
      }
    >
      {t('updates.found_text', { version: current })}
    </Note>
  );
}
