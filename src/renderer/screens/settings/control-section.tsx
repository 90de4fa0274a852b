import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row, Rows } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type ControlChoice, controlPorts, controlPortSchema } from '../../../contract/control.ts';
import type { ControlClient } from '../../../contract/ipc/control.ts';
import { useApp, useControl, useSettings } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';

/** Settings for programs that control Guise: the switch that lets them ask, and the programs with a permission. */
export function ControlSection() {
  const { settings, attempt } = useApp();
  const { t } = useText();
  const choice = useSettings((state) => state.settings.control);
  const { state, port, clients } = useControl(({ view }) => view);
  const change = (patch: Partial<ControlChoice>): void =>
    void attempt(() => settings.getState().change({ control: { ...choice, ...patch } }));
  return (
    <>
      <SectionHead title={t('control.title')}>{t('control.intro')}</SectionHead>
      {state === 'failed' ? (
        <Note tone="warning" title={t('control.port_taken', { port })}>
          {t('control.port_taken_text')}
        </Note>
      ) : null}
      <Rows>
        <Row title={t('control.turn_on')} hint={t('control.turn_on_hint')}>
          {state === 'listening' ? (
            <StatusDot tone="good">{t('control.listening', { port })}</StatusDot>
          ) : null}
          <Switch isSelected={choice.isOn} onChange={(isOn) => change({ isOn })}>
            <span className="spoken">{t('control.turn_on')}</span>
          </Switch>
        </Row>
        <PortRow key={choice.port} port={choice.port} onChange={(next) => change({ port: next })} />
      </Rows>
      <h3>{t('control.clients')}</h3>
      {clients.length === 0 ? (
        <p className="muted">{t('control.no_clients')}</p>
      ) : (
        <Rows>
          {clients.map((client) => (
            <ClientRow key={client.id} client={client} />
          ))}
        </Rows>
      )}
    </>
  );
}

function PortRow(props: { readonly port: number; readonly onChange: (port: number) => void }) {
  const { t } = useText();
  const [text, setText] = useState(String(props.port));
  const next = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  const isAllowed = controlPortSchema.safeParse(next).success;
  return (
    <Row title={t('control.port')} hint={t('control.port_hint')}>
      <TextField
        label={t('control.port')}
        isLabelHidden
        name="control-port"
        value={text}
        error={isAllowed ? null : t('control.port_range', controlPorts)}
        onChange={setText}
      />
      <Button isDisabled={!isAllowed || next === props.port} onPress={() => props.onChange(next)}>
        {t('action.save')}
      </Button>
    </Row>
  );
}

function ClientRow({ client }: { readonly client: ControlClient }) {
  const { control, attempt } = useApp();
  const { t, time } = useText();
  const { id, name, allowsPassthrough, allowedAtMs, isConnected } = client;
  return (
    <Row
      title={
        <span className="title-line">
          {name}
          {isConnected ? <Badge tone="accent">{t('control.connected')}</Badge> : null}
        </span>
      }
      hint={t('control.allowed_at', { at: time(allowedAtMs) })}
    >
      <Switch
        isSelected={allowsPassthrough}
        onChange={(isOn) => void attempt(() => control.getState().permit(id, isOn))}
      >
        {t('control.allow_passthrough')}
      </Switch>
      <Button onPress={() => void attempt(() => control.getState().revoke(id))}>
        {t('control.revoke')}
        <span className="spoken">{name}</span>
      </Button>
    </Row>
  );
}
