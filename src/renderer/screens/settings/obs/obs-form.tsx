import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { SecretField } from '../../../../ui/secret-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import type { ObsStatus } from '../../../../contract/obs.ts';
import { tcpPorts, tcpPortSchema } from '../../../../contract/tcp-port.ts';
import { useSettings } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { ObsView } from './use-obs.ts';

/** Password and port of OBS's server. The password lives in its input element alone and is read when the form is sent. */
export function ObsForm({ obs, status }: { readonly obs: ObsView; readonly status: ObsStatus }) {
  const { t } = useText();
  const chosen = useSettings((state) => state.settings.obs);
  const [port, setPort] = useState(chosen.port === null ? '' : String(chosen.port));
  const isAllowed =
    port === '' || (/^\d{1,5}$/.test(port) && tcpPortSchema.safeParse(Number(port)).success);
  const connect = async (form: HTMLFormElement): Promise<void> => {
    const password = new FormData(form).get('password');
    if (isAllowed) {
      await obs.run('obs.connect', {
        ...(port === '' ? {} : { port: Number(port) }),
        ...(typeof password === 'string' && password !== '' ? { password } : {}),
      });
    }
  };
  return (
    <Card title={t('obs.connection')}>
      <form
        className="form"
        autoComplete="off"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          void connect(event.currentTarget);
        }}
      >
        <SecretField
          label={t('obs.password')}
          name="password"
          hint={t('obs.password_hint')}
          error={null}
          onEdit={() => {}}
        />
        <TextField
          label={t('obs.port')}
          name="port"
          hint={t('obs.port_hint')}
          placeholder={String(status.port)}
          value={port}
          error={isAllowed ? null : t('obs.port_range', tcpPorts)}
          onChange={setPort}
        />
        <div className="form-actions">
          <Button tone="primary" type="submit" isPending={obs.pending === 'obs.connect'}>
            {t('obs.connect')}
          </Button>
          {chosen.isOn ? (
            <Button onPress={() => void obs.run('obs.disconnect', {})}>
              {t('obs.disconnect')}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  );
}
