import { Camera, ImagePlus, Trash2, UserRound, UserRoundX } from 'lucide-react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import { Select } from '../../../../ui/select.tsx';
import type { SavedCharacter } from '../../../../contract/ipc/characters.ts';
import { liveBackgrounds, liveParts } from '../../../../contract/live-choice.ts';
import { useApp, useCharacters, useLive } from '../../../app/app-context.ts';
import { usePromptReader } from '../../../app/use-prompt-reader.ts';
import { useText } from '../../../i18n/use-text.ts';
import { readBackgroundWords } from '../../../live/session/background-words.ts';
import { useLiveChoice } from '../../../live/output/use-output-status.ts';
import { PromptField } from './prompt-field.tsx';
import { SideStrip } from './side-strip.tsx';
import { useStage } from '../stage-context.ts';
import { TalkLine } from './talk-line.tsx';
import { Zone } from './zone.tsx';

/** Character selection: the gallery in a row, the instruction, mode and background. */
export function CharacterZone() {
  const { t } = useText();
  const stage = useStage();
  const { choice } = useLiveChoice();
  const take = useTakePicture();
  return (
    <Zone
      title={t('output.character')}
      icon={UserRound}
      status={
        <span className="zone-keys">
          <IconButton label={t('output.gallery_take')} icon={Camera} onPress={take} />
          <IconButton
            label={t('output.add_character')}
            icon={ImagePlus}
            onPress={() => stage.choose('character')}
          />
        </span>
      }
    >
      <Gallery />
      <PromptField />
      <div className="zone-pair">
        <PartSelect />
        <BackgroundSelect />
      </div>
      <ArmsLine />
      {choice.part === 'talk' ? <TalkLine /> : null}
    </Zone>
  );
}

/** Line that says whether the arms of a full-body character move, or stay still on a computer that is too slow. */
function ArmsLine() {
  const { t } = useText();
  const arms = useLive(({ stats }) => stats?.arms ?? null);
  return arms === null ? null : <p className="tile-hint">{t(`output.arms.${arms}`)}</p>;
}

function PartSelect() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  return (
    <Select
      label={t('output.part')}
      options={liveParts.map((id) => ({ id, label: t(`output.part_choice.${id}`) }))}
      value={choice.part}
      placeholder={t('output.part')}
      onChange={(id) => {
        const part = liveParts.find((entry) => entry === id);
        if (part !== undefined) {
          change({ part });
        }
      }}
    />
  );
}

/**
 * Selection of the background. A background that the instruction names overrides it; a choice removes those words.
 */
function BackgroundSelect() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const reader = usePromptReader(choice.prompt !== '');
  const plain = reader === null ? choice.prompt : readBackgroundWords(choice.prompt, reader).plain;
  const isInstructed = choice.background === 'keep' && plain !== choice.prompt;
  return (
    <Select
      label={t('output.background')}
      options={liveBackgrounds.map((id) => ({ id, label: t(`output.background.${id}`) }))}
      value={isInstructed ? null : choice.background}
      placeholder={t('stage.background_instructed')}
      onChange={(id) => {
        const background = liveBackgrounds.find((entry) => entry === id);
        if (background !== undefined) {
          change({ background, ...(isInstructed ? { prompt: plain } : {}) });
        }
      }}
    />
  );
}

/** Characters as thumbnails in one row. */
function Gallery() {
  const { characters: store, attempt } = useApp();
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const characters = useCharacters((state) => state.characters);
  return (
    <div className="gallery">
      <SideStrip className="gallery-list" label={t('output.gallery')}>
        {characters.map((character) => (
          <CharacterItem
            key={character.id}
            character={character}
            isChosen={character.id === choice.characterId}
            onChoose={() => change({ characterId: character.id })}
            onRemove={() => {
              if (character.id === choice.characterId) {
                change({ characterId: null });
              }
              void attempt(() => store.getState().remove(character.id));
            }}
          />
        ))}
      </SideStrip>
      <Pending onAdded={(character) => change({ characterId: character.id })} />
    </div>
  );
}

/** Captures an image of the person in front of the camera, which is started for it. */
function useTakePicture(): () => void {
  const { characters, devices, live, attempt } = useApp();
  const { t } = useText();
  const camera = useLive((state) => state.camera);
  return () =>
    void attempt(async () => {
      if (camera === null) {
        await devices.getState().startCamera();
      }
      const track = live.getState().camera?.getVideoTracks()[0];
      const opened = devices.getState().camera.stream?.getVideoTracks()[0];
      const source = track ?? opened;
      if (source !== undefined) {
        await characters.getState().capture(source, t('output.camera_character'));
      }
    });
}

function CharacterItem(props: {
  readonly character: SavedCharacter;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onRemove: () => void;
}) {
  const { character, isChosen } = props;
  const { persons, attempt } = useApp();
  const { t } = useText();
  return (
    <li className="gallery-item" data-chosen={isChosen}>
      <button
        type="button"
        className="gallery-choose"
        aria-pressed={isChosen}
        aria-label={character.name}
        title={character.name}
        onClick={props.onChoose}
      >
        <img src={character.pictureUrl ?? character.url} alt="" />
      </button>
      {character.isBuiltIn ? null : (
        <span className="gallery-remove">
          <Menu
            label={t('person.menu', { name: character.name })}
            actions={[
              {
                id: 'remove',
                label: t('output.remove_character', { name: character.name }),
                icon: Trash2,
                run: props.onRemove,
              },
              {
                id: 'person',
                label: t('person.delete_all'),
                icon: UserRoundX,
                tone: 'danger',
                run: () =>
                  void attempt(() =>
                    persons.getState().ask({ kind: 'character', id: character.id }),
                  ),
              },
            ]}
          />
        </span>
      )}
    </li>
  );
}

/** Image that waits for consent. */
function Pending({ onAdded }: { readonly onAdded: (character: SavedCharacter) => void }) {
  const { characters: store, attempt } = useApp();
  const { t } = useText();
  const pending = useCharacters((state) => state.pending);
  const agree = (): void => {
    void attempt(async () => {
      const character = await store.getState().agree();
      if (character !== null) {
        onAdded(character);
      }
    });
  };
  return pending === null ? null : (
    <div className="gallery-pending">
      <img src={pending.url} alt={pending.name} />
      <p>{t('consent.question.face')}</p>
      <div className="actions">
        <Button tone="primary" onPress={agree}>
          {t('consent.agree')}
        </Button>
        <Button onPress={() => store.getState().dismiss()}>{t('action.cancel')}</Button>
      </div>
    </div>
  );
}
