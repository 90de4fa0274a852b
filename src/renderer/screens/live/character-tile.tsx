import {
  Camera,
  ImagePlus,
  Plus,
  Trash2,
  TriangleAlert,
  UserRound,
  UserRoundX,
} from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import type { SavedCharacter } from '../../../contract/ipc/characters.ts';
import { liveBackgrounds, liveParts } from '../../../contract/live-choice.ts';
import { useApp, useCharacters, useLive } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { PromptField } from './prompt-field.tsx';
import { useLiveChoice } from '../../live/use-output-status.ts';

/** Who the streamer is: the gallery, the instruction and the background. */
export function CharacterTile() {
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  return (
    <Card title={t('output.character')} icon={UserRound}>
      <Gallery />
      <PromptField />
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
      <Select
        label={t('output.background')}
        options={liveBackgrounds.map((id) => ({ id, label: t(`output.background.${id}`) }))}
        value={choice.background}
        placeholder={t('output.background')}
        onChange={(id) => {
          const background = liveBackgrounds.find((entry) => entry === id);
          if (background !== undefined) {
            change({ background });
          }
        }}
      />
    </Card>
  );
}

/** The characters as small pictures; a picture can be dropped anywhere on it. */
function Gallery() {
  const { characters: store, attempt } = useApp();
  const { t } = useText();
  const { choice, change } = useLiveChoice();
  const characters = useCharacters((state) => state.characters);
  const hasNone = characters.every(({ isBuiltIn }) => isBuiltIn);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | null): void => {
    if (file !== null) {
      void attempt(async () => {
        const character = await store.getState().add(file);
        if (character !== null) {
          change({ characterId: character.id });
        }
      });
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files.item(0));
  };
  return (
    <div
      className="gallery ui-drop-area"
      data-over={isOver}
      data-empty={hasNone}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {hasNone ? <EmptyGallery onPress={() => input.current?.click()} /> : null}
      <ul className="gallery-list" aria-label={t('output.gallery')}>
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
        {hasNone ? null : (
          <li>
            <button type="button" className="gallery-add" onClick={() => input.current?.click()}>
              <Icon of={Plus} />
              <span>{t('output.add_character')}</span>
            </button>
          </li>
        )}
      </ul>
      <Pending onAdded={(character) => change({ characterId: character.id })} />
      <FileChooser
        ref={input}
        accept="image/jpeg,image/png,image/webp"
        purpose="character"
        onFiles={([file]) => choose(file)}
      />
    </div>
  );
}

/** What the gallery is for, and two ways to a first character. */
function EmptyGallery({ onPress }: { readonly onPress: () => void }) {
  const { characters, devices, live, attempt } = useApp();
  const { t } = useText();
  const camera = useLive((state) => state.camera);
  const isPending = useCharacters((state) => state.pending !== null);
  if (isPending) {
    return null;
  }
  const choose = (): void => {
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
  };
  return (
    <div className="gallery-empty">
      <p className="tile-hint">{t('output.gallery_empty')}</p>
      <div className="tile-buttons">
        <Button icon={ImagePlus} onPress={onPress}>
          {t('output.gallery_choose')}
        </Button>
        <Button icon={Camera} onPress={choose}>
          {t('output.gallery_take')}
        </Button>
      </div>
    </div>
  );
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

/** A picture that waits for the consent, or why one was not taken. */
function Pending({ onAdded }: { readonly onAdded: (character: SavedCharacter) => void }) {
  const { characters: store, attempt } = useApp();
  const { t } = useText();
  const pending = useCharacters((state) => state.pending);
  const error = useCharacters((state) => state.error);
  const agree = (): void => {
    void attempt(async () => {
      const character = await store.getState().agree();
      if (character !== null) {
        onAdded(character);
      }
    });
  };
  if (error !== null) {
    return (
      <p className="slot-error" role="alert">
        <Icon of={TriangleAlert} size="small" />
        <span>
          <strong>{t(`error.${error.code}.title`)}</strong> {t('output.character_formats')}
        </span>
      </p>
    );
  }
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
