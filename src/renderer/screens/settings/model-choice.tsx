import type { ListedPack, PackChoice } from '../../../contract/model-packs.ts';
import { Row, Rows } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { useApp, useSettings } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { SectionHead } from './section-head.tsx';

/** Stands for no pack; a path of a file is never empty. */
const BUILT_IN = '';

/** What each choice may be. */
const kinds = {
  swapper: ['swapper'],
  restorer: ['restorer'],
  occluder: ['occluder', 'parser'],
} as const;

type Part = keyof typeof kinds;

/** Which of the models jobs use. */
export function ModelChoice({ packs }: { readonly packs: readonly ListedPack[] }) {
  const { attempt } = useApp();
  const { t } = useText();
  const { settings, change } = useSettings((state) => state);
  const choice = settings.packs;
  const chosen: Readonly<Record<Part, string | null>> = {
    swapper: choice.swapper,
    restorer: choice.restorer,
    occluder: choice.occluders[0] ?? null,
  };
  const set = (patch: Partial<PackChoice>): void =>
    void attempt(() => change({ packs: { ...choice, ...patch } }));
  const usable = (part: Part): readonly ListedPack[] =>
    packs.filter(({ kind, isUsable }) => isUsable && kinds[part].some((name) => name === kind));
  const isUsed = (part: Part): boolean => part === 'swapper' || choice.swapper !== null;
  const isGone = (part: Part): boolean =>
    isUsed(part) && chosen[part] !== null && usable(part).every(({ id }) => id !== chosen[part]);
  const optionsOf = (part: Part): readonly SelectOption[] => [
    { id: BUILT_IN, label: part === 'swapper' ? t('models.built_in') : t('models.none') },
    ...usable(part).map(({ id, label }) => ({ id, label: `${label} · ${id}` })),
    ...(isGone(part)
      ? [{ id: chosen[part] ?? '', label: t('models.gone', { id: chosen[part] ?? '' }) }]
      : []),
  ];
  const toPatch: Readonly<Record<Part, (id: string | null) => Partial<PackChoice>>> = {
    swapper: (swapper) => ({ swapper }),
    restorer: (restorer) => ({ restorer }),
    occluder: (id) => ({ occluders: id === null ? [] : [id] }),
  };
  const parts: readonly Part[] = ['swapper', 'restorer', 'occluder'];
  return (
    <>
      <SectionHead title={t('models.choice')}>{t('models.choice_hint')}</SectionHead>
      {parts.some(isGone) ? (
        <Note tone="warning" title={t('models.gone_note.title')}>
          {t('models.gone_note.text')}
        </Note>
      ) : null}
      <Rows>
        {parts.map((part) => (
          <Row key={part} title={t(`models.${part}`)} hint={t(`models.${part}_hint`)}>
            <Select
              label={t(`models.${part}`)}
              isLabelHidden
              value={chosen[part] ?? BUILT_IN}
              placeholder={t('models.none')}
              options={optionsOf(part)}
              isDisabled={!isUsed(part)}
              onChange={(id) => set(toPatch[part](id === BUILT_IN ? null : id))}
            />
          </Row>
        ))}
      </Rows>
    </>
  );
}
