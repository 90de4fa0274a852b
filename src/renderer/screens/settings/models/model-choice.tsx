import type { ListedPack, PackChoice } from '../../../../contract/model-packs.ts';
import { Row, Rows } from '../../../../ui/card.tsx';
import { Note } from '../../../../ui/note.tsx';
import { Select, type SelectOption } from '../../../../ui/select.tsx';
import { useApp, useSettings } from '../../../app/app-context.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SectionHead } from '../section-head.tsx';

/** Stands for no pack; a path of a file is never empty. */
const BUILT_IN = '';

/** A choice that is offered; its texts are in the catalogue under its name. */
interface Part {
  readonly name: string;
  /** Accepted kinds of packs. */
  readonly kinds: readonly ListedPack['kind'][];
  /** True when the model works by itself; the others belong to a model that swaps the face. */
  readonly isAlone: boolean;
  readonly read: (choice: PackChoice) => string | null;
  readonly toPatch: (id: string | null) => Partial<PackChoice>;
}

const parts = [
  {
    name: 'swapper',
    kinds: ['swapper'],
    isAlone: true,
    read: ({ swapper }) => swapper,
    toPatch: (swapper) => ({ swapper }),
  },
  {
    name: 'restorer',
    kinds: ['restorer'],
    isAlone: false,
    read: ({ restorer }) => restorer,
    toPatch: (restorer) => ({ restorer }),
  },
  {
    name: 'occluder',
    kinds: ['occluder', 'parser'],
    isAlone: false,
    read: ({ occluders }) => occluders[0] ?? null,
    toPatch: (id) => ({ occluders: id === null ? [] : [id] }),
  },
  {
    name: 'sound_to_mouth',
    kinds: ['sound_to_mouth'],
    isAlone: true,
    read: ({ soundToMouth }) => soundToMouth,
    toPatch: (soundToMouth) => ({ soundToMouth }),
  },
  {
    name: 'mouth_painter',
    kinds: ['mouth_painter'],
    isAlone: true,
    read: ({ mouthPainter }) => mouthPainter,
    toPatch: (mouthPainter) => ({ mouthPainter }),
  },
  {
    name: 'portrait_animator',
    kinds: ['portrait_animator'],
    isAlone: true,
    read: ({ portraitAnimator }) => portraitAnimator,
    toPatch: (portraitAnimator) => ({ portraitAnimator }),
  },
  {
    name: 'pose_estimator',
    kinds: ['pose_estimator'],
    isAlone: true,
    read: ({ poseEstimator }) => poseEstimator,
    toPatch: (poseEstimator) => ({ poseEstimator }),
  },
  {
    name: 'human_parser',
    kinds: ['human_parser'],
    isAlone: true,
    read: ({ humanParser }) => humanParser,
    toPatch: (humanParser) => ({ humanParser }),
  },
  {
    name: 'diffusion',
    kinds: ['diffusion'],
    isAlone: true,
    read: ({ diffusion }) => diffusion,
    toPatch: (diffusion) => ({ diffusion }),
  },
  {
    name: 'matting',
    kinds: ['matting'],
    isAlone: true,
    read: ({ matting }) => matting,
    toPatch: (matting) => ({ matting }),
  },
] as const satisfies readonly Part[];

/** Which of the models jobs use. */
export function ModelChoice({ packs }: { readonly packs: readonly ListedPack[] }) {
  const { attempt } = useApp();
  const { t } = useText();
  const { settings, change } = useSettings((state) => state);
  const choice = settings.packs;
  const set = (patch: Partial<PackChoice>): void =>
    void attempt(() => change({ packs: { ...choice, ...patch } }));
  const usable = ({ kinds }: Part): readonly ListedPack[] =>
    packs.filter(({ kind, isUsable }) => isUsable && kinds.includes(kind));
  const isUsed = ({ isAlone }: Part): boolean => isAlone || choice.swapper !== null;
  /** Chosen pack that no longer exists. */
  const findGone = (part: Part): string | null => {
    const id = part.read(choice);
    return isUsed(part) && usable(part).every((pack) => pack.id !== id) ? id : null;
  };
  const optionsOf = (part: Part): readonly SelectOption[] => {
    const gone = findGone(part);
    return [
      { id: BUILT_IN, label: part.isAlone ? t('models.built_in') : t('models.none') },
      ...usable(part).map(({ id, label }) => ({ id, label: `${label} · ${id}` })),
      ...(gone === null ? [] : [{ id: gone, label: t('models.gone', { id: gone }) }]),
    ];
  };
  return (
    <>
      <SectionHead title={t('models.choice')}>{t('models.choice_hint')}</SectionHead>
      {parts.some((part) => findGone(part) !== null) ? (
        <Note tone="warning" title={t('models.gone_note.title')}>
          {t('models.gone_note.text')}
        </Note>
      ) : null}
      <Rows>
        {parts.map((part) => (
          <Row
            key={part.name}
            title={t(`models.${part.name}`)}
            hint={t(`models.${part.name}_hint`)}
          >
            <Select
              label={t(`models.${part.name}`)}
              isLabelHidden
              value={part.read(choice) ?? BUILT_IN}
              placeholder={t('models.none')}
              options={optionsOf(part)}
              isDisabled={!isUsed(part)}
              onChange={(id) => set(part.toPatch(id === BUILT_IN ? null : id))}
            />
          </Row>
        ))}
      </Rows>
    </>
  );
}
