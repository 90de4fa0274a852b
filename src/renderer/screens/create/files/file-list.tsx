import { ArrowLeft, ArrowRight, Plus, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { FileChooser } from '../../../../ui/file-chooser.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useFileDrop } from '../../../../ui/use-file-drop.ts';
import { useApp, useDraft } from '../../../app/app-context.ts';
import { toFieldWords } from '../../../i18n/capability-texts.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { FormFeature } from '../../../jobs/form/forms.ts';
import type { DraftInput } from '../../../stores/draft-files.ts';
import '../create.css';
import './file-list.css';
import { type FileTarget, listFileTargets } from '../shown-form.ts';
import { Consent, findError, Refusals, SlotError, SlotFacts, SlotPreview } from './slot-parts.tsx';

const none: readonly DraftInput[] = [];

interface FileListProps {
  readonly target: FileTarget;
  readonly feature: FormFeature;
  /** Fewest files. */
  readonly min: number;
  /** Describes the use of the file at an index. */
  readonly renderUse?: ((index: number) => ReactNode) | undefined;
}

/** Several files of one field, in their order: dropped or chosen together, moved and taken out one by one. */
export function FileList({ target, feature, min, renderUse }: FileListProps) {
  const { draft } = useApp();
  const { t, language } = useText();
  const slots = useDraft((state) => state.slots[target.field] ?? none);
  const words = toFieldWords(language, feature, target.field);
  const { list, said, move, remove } = useOrder(target.field);
  const add = (files: readonly File[]): void =>
    void draft.getState().setFiles(target, files, listFileTargets(feature));
  return (
    <section className="file-list" aria-label={words.label} ref={list}>
      <div className="file-list-head">
        <h2 className="ui-label">{words.label}</h2>
        <span className="ui-hint">
          {t('form.files.count', { count: slots.length, max: target.max })}
        </span>
      </div>
      <ol className="file-tiles">
        {slots.map((slot, index) => (
          <FileTile
            key={slot.file.id}
            slot={slot}
            target={target}
            index={index}
            count={slots.length}
            onMove={move}
            onRemove={remove}
            use={renderUse?.(index)}
          />
        ))}
        {slots.length < target.max ? (
          <AddTile target={target} hint={words.hint ?? t(`form.${feature}.hint`)} onFiles={add} />
        ) : null}
      </ol>
      {min === 0 ? null : (
        <span className="ui-hint">{t('form.files.need', { min, max: target.max })}</span>
      )}
      <Refusals field={target.field} kind={target.kind} />
      <span className="file-list-said" aria-live="polite">
        {said}
      </span>
    </section>
  );
}

/** Moves and removes files, announces it, and keeps the focus in place. */
function useOrder(field: string) {
  const { draft } = useApp();
  const { t } = useText();
  const list = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');
  const focusSoon = (selector: string): void => {
    requestAnimationFrame(() => {
      const wanted = list.current?.querySelector<HTMLElement>(selector);
      (wanted ?? list.current?.querySelector<HTMLElement>('button'))?.focus();
    });
  };
  const placed = (): readonly DraftInput[] => draft.getState().slots[field] ?? none;
  return {
    list,
    said,
    move: (slot: DraftInput, to: number): void => {
      const from = placed().indexOf(slot);
      const count = placed().length;
      draft.getState().move(field, from, to);
      setSaid(t('form.files.moved', { name: slot.file.name, at: to + 1, count }));
      // At the end of the list the pressed button disappears.
      const isEarlier = to < from ? to > 0 : to >= count - 1;
      focusSoon(
        `[data-file="${slot.file.id}"] [data-move="${isEarlier ? 'earlier' : 'later'}"] button`,
      );
    },
    remove: (slot: DraftInput): void => {
      const index = placed().indexOf(slot);
      draft.getState().remove(field, index);
      setSaid(t('form.files.removed', { name: slot.file.name }));
      const next = placed()[index];
      focusSoon(
        next !== undefined
          ? `[data-file="${next.file.id}"] [data-move="remove"] button`
          : '.file-add button',
      );
    },
  };
}

function FileTile(props: {
  readonly slot: DraftInput;
  readonly target: FileTarget;
  readonly index: number;
  readonly count: number;
  readonly onMove: (slot: DraftInput, to: number) => void;
  readonly onRemove: (slot: DraftInput) => void;
  readonly use?: ReactNode;
}) {
  const { slot, target, index, count, onMove, onRemove, use } = props;
  const { t } = useText();
  const { id, name } = slot.file;
  const error = findError(slot);
  return (
    <li className="file-tile" data-file={id}>
      <div className="file-picture" data-tone={error === null ? undefined : 'danger'}>
        <SlotPreview slot={slot} />
        <span className="file-number" aria-hidden="true">
          {index + 1}
        </span>
      </div>
      <div className="file-actions">
        {index === 0 ? null : (
          <span data-move="earlier">
            <IconButton
              label={t('form.files.earlier', { name })}
              icon={ArrowLeft}
              onPress={() => onMove(slot, index - 1)}
            />
          </span>
        )}
        {index === count - 1 ? null : (
          <span data-move="later">
            <IconButton
              label={t('form.files.later', { name })}
              icon={ArrowRight}
              onPress={() => onMove(slot, index + 1)}
            />
          </span>
        )}
        <span data-move="remove">
          <IconButton
            label={t('form.files.remove', { name })}
            icon={X}
            onPress={() => onRemove(slot)}
          />
        </span>
      </div>
      <div className="slot-facts" aria-live="polite">
        <SlotFacts slot={slot} target={target} isSmall={use !== undefined} />
        {use}
        {error === null ? null : <SlotError error={error} target={target} />}
        {target.person !== null && error === null ? (
          <Consent inputs={[slot]} person={target.person} />
        ) : null}
      </div>
    </li>
  );
}

/** Tile for adding further files. */
function AddTile(props: {
  readonly target: FileTarget;
  readonly hint: string;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const { target, hint, onFiles } = props;
  const { t } = useText();
  const drop = useFileDrop(onFiles);
  const input = useRef<HTMLInputElement>(null);
  return (
    <li className="file-add">
      <div className="file-add-area ui-drop-area" {...drop}>
        <div className="ui-drop-empty">
          <Icon of={target.icon} size="large" />
          <span>{hint}</span>
          <Button icon={Plus} onPress={() => input.current?.click()}>
            {t('form.files.add')}
          </Button>
        </div>
      </div>
      <FileChooser ref={input} accept={target.accept} isMultiple onFiles={onFiles} />
    </li>
  );
}
