import type { ListedPack, ListedPacks } from '../../../../contract/model-packs.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Row, Rows } from '../../../../ui/card.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { formatSize } from '../../../jobs/job-words.ts';
import { SectionHead } from '../section-head.tsx';

/** All files of the folder: their model, licence, and whether they can be used. */
export function ModelFiles({ list }: { readonly list: ListedPacks }) {
  const { t } = useText();
  if (list.packs.length === 0) {
    return (
      <Note tone="info" title={t('models.empty.title')}>
        {t('models.empty.text')}
      </Note>
    );
  }
  return (
    <>
      <SectionHead title={t('models.files')}>{list.note ?? undefined}</SectionHead>
      <Rows>
        {list.packs.map((pack) => (
          <ModelFile key={pack.id} pack={pack} />
        ))}
      </Rows>
    </>
  );
}

function ModelFile({ pack }: { readonly pack: ListedPack }) {
  const text = useText();
  const { t } = text;
  const { id, kind, label, licence, note, sizeBytes, isUsable } = pack;
  return (
    <Row
      title={
        <span className="title-line">
          {label}
          <Badge>{t(`models.kind.${kind ?? 'other'}`)}</Badge>
        </span>
      }
      hint={
        <>
          <span className="line mono">{id}</span>
          <span className="line">
            {t('models.licence', { text: licence.text, use: t(`models.use.${licence.use}`) })}
          </span>
          {note === null ? null : <span className="line">{note}</span>}
        </>
      }
    >
      <span className="muted">{formatSize(text, sizeBytes)}</span>
      <Badge {...(isUsable ? { tone: 'accent' as const } : {})}>
        {isUsable ? t('models.usable') : t('models.not_usable')}
      </Badge>
    </Row>
  );
}
