import { type CSSProperties, Fragment } from 'react';
import type { JobFeature } from '../../../contract/api/features.ts';
import type {
  JobReport,
  LipReport,
  QualityReport,
  SpeechReport,
  VoiceMatchReport,
} from '../../../contract/job-details.ts';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import type { TextKey } from '../../i18n/en/catalogue.ts';
import { listEngineSentences } from '../../i18n/engine-reason.ts';
import type { Text } from '../../i18n/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { formatDuration } from '../job-words.ts';
import { IdentityCard } from './identity-card.tsx';
import { MeasureCard, type MeasureRow } from './measure-card.tsx';
import { MotionCard } from './motion-card.tsx';
import { PromptLists } from './prompt-lists.tsx';
import '../jobs.css';
import '../../app/screens.css';

/** Report of a card. */
interface ReportProps {
  readonly report: JobReport;
  readonly feature: JobFeature;
}

/** Measurements of a result, its engine, and the time by phase: the numbers behind the verdict, on demand. */
export function ReportCards({ report, feature }: ReportProps) {
  const { t } = useText();
  return (
    <Disclosure title={t('verdict.numbers')}>
      <div className="job-cards">
        <ResultCard report={report} feature={feature} />
        <EngineCard report={report} />
      </div>
    </Disclosure>
  );
}

/** Card with the measurements of this kind of result. */
function ResultCard({ report, feature }: ReportProps) {
  const { t } = useText();
  const { speech, lips, motion, identity, quality, prompt } = report;
  if (identity !== undefined) {
    return <IdentityCard identity={identity} motion={motion ?? null} quality={quality} />;
  }
  if (motion !== undefined) {
    return <MotionCard motion={motion} />;
  }
  if (prompt !== undefined) {
    return (
      <Card title={t('prompt.title')}>
        <div className="prompt-reading">
          <PromptLists prompt={prompt} />
        </div>
      </Card>
    );
  }
  if (lips !== undefined && feature === 'avatar') {
    return (
      <>
        <PortraitCard lips={lips} quality={quality} />
        {speech === undefined ? null : <SpeechCard speech={speech} />}
      </>
    );
  }
  if (lips !== undefined) {
    return <LipCard lips={lips} />;
  }
  return speech === undefined ? <QualityCard report={report} /> : <SpeechCard speech={speech} />;
}

/** Metrics of a portrait: how well its lips close, and how much its face stays that of the image. */
function PortraitCard({ lips, quality }: Required<Pick<JobReport, 'lips' | 'quality'>>) {
  const text = useText();
  const { t } = text;
  const name = 'similarityToSource';
  const likeness = quality[name];
  const rows = [
    toClosureRow(text, lips),
    {
      name: t(`quality.${name}`),
      hint: t(`quality.${name}.hint`),
      value: likeness === null ? t('quality.none') : measureText(text, name, likeness),
    },
  ];
  return <MeasureCard title={t('lips.title')} rows={rows} />;
}

/** Metrics of the lip sync. */
function LipCard({ lips }: { readonly lips: LipReport }) {
  const text = useText();
  const { t } = text;
  const { offsetMs, correlation, coveredFraction, mouths } = lips;
  const none = t('quality.none');
  const rows = [
    toClosureRow(text, lips),
    {
      name: t('lips.offset'),
      hint: t('lips.offset.hint'),
      value:
        offsetMs === null
          ? none
          : t('lips.offset_value', { value: Math.round(offsetMs) }).replace('-', '−'),
    },
    {
      name: t('lips.correlation'),
      hint: t('lips.correlation.hint'),
      value:
        correlation === null
          ? none
          : t('quality.number', { value: Math.round(correlation * 100) / 100 }),
    },
    {
      name: t('lips.covered'),
      hint: t('lips.covered.hint'),
      value: t('job.share', { percent: Math.round(coveredFraction * 100) }),
    },
    {
      name: t('lips.mouths'),
      hint: t('lips.mouths.hint'),
      value: t('quality.number', { value: mouths }),
    },
  ];
  return <MeasureCard title={t('lips.title')} rows={rows} />;
}

function toClosureRow({ t }: Text, { closures }: LipReport): MeasureRow {
  const value = closures.count === 0 ? t('quality.none') : t('lips.closures_value', closures);
  return { name: t('lips.closures'), hint: null, value };
}

/** Details of synthesised speech. */
function SpeechCard({ speech }: { readonly speech: SpeechReport }) {
  const text = useText();
  const { t } = text;
  const rows = {
    duration: formatDuration(text, speech.durationMs),
    loudness: t('speech.loudness_value', {
      value: Math.round(speech.loudnessLufs * 10) / 10,
    }).replace('-', '−'),
    rate: t('speech.rate_value', { value: speech.sampleRateHz / 1000 }),
    phones: t('speech.phones_value', { count: speech.phones }),
  } as const;
  const { match } = speech;
  return (
    <Card title={t('speech.title')}>
      <dl className="facts">
        {(['duration', 'loudness', 'rate', 'phones'] as const).map((name) => (
          <Fragment key={name}>
            <dt>{t(`speech.${name}`)}</dt>
            <dd>{rows[name]}</dd>
          </Fragment>
        ))}
        {match === undefined ? null : <MatchFacts match={match} />}
      </dl>
    </Card>
  );
}

/** Similarity of the voice to the sample. */
function MatchFacts({ match }: { readonly match: VoiceMatchReport }) {
  const { t } = useText();
  const { pitchHz, pitchSpread, envelopeDb } = match;
  return (
    <>
      <dt>{t('speech.match_pitch')}</dt>
      <dd>
        {t('speech.match_pitch_value', {
          result: Math.round(pitchHz.result),
          sample: Math.round(pitchHz.sample),
        })}
      </dd>
      <dt>{t('speech.match_spread')}</dt>
      <dd>
        {t('speech.match_spread_value', {
          result: Math.round(pitchSpread.result * 10) / 10,
          sample: Math.round(pitchSpread.sample * 10) / 10,
        })}
      </dd>
      <dt>{t('speech.match_tone')}</dt>
      <dd>{t('speech.match_tone_value', { value: Math.round(envelopeDb * 10) / 10 })}</dd>
    </>
  );
}

const measures = [
  'similarityToSource',
  'similarityToTarget',
  'trackedShare',
  'jitterRatio',
  'sharpnessRatio',
] as const satisfies readonly (keyof QualityReport)[];

function QualityCard({ report }: { readonly report: JobReport }) {
  const text = useText();
  const { t } = text;
  // Of a still, what only frames can show is left out.
  const shown = measures.filter((name) => report.frames !== null || report.quality[name] !== null);
  return (
    <Card title={t('quality.title')}>
      <dl className="measures">
        {shown.map((name) => {
          const value = report.quality[name];
          return (
            <div key={name} className="measure">
              <dt>
                <span>{t(`quality.${name}` satisfies TextKey)}</span>
                <span className="muted">{t(`quality.${name}.hint` satisfies TextKey)}</span>
              </dt>
              <dd className={value === null ? 'muted' : undefined}>
                {value === null ? t('quality.none') : measureText(text, name, value)}
              </dd>
            </div>
          );
        })}
        {report.person === undefined ? null : (
          <div className="measure">
            <dt>
              <span>{t('quality.person')}</span>
              <span className="muted">{t('quality.person.hint')}</span>
            </dt>
            <dd>
              {[report.person, ...(report.otherPeople ?? [])]
                .map((person) => t('quality.person_value', person))
                .join(', ')}
            </dd>
          </div>
        )}
        {report.frames === null ? null : (
          <div className="measure">
            <dt>
              <span>{t('quality.frames')}</span>
              <span className="muted">{describeUntouched(text, report.frames)}</span>
            </dt>
            <dd>
              {t('quality.frames_value', {
                swapped: report.frames.swapped,
                total: report.frames.total,
              })}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function measureText({ t }: Text, name: (typeof measures)[number], value: number): string {
  if (name === 'trackedShare') {
    return t('job.share', { percent: Math.floor(value * 100) });
  }
  const rounded = Math.round(value * 100) / 100;
  return name === 'jitterRatio' || name === 'sharpnessRatio'
    ? t('quality.ratio', { value: rounded })
    : t('quality.number', { value: rounded });
}

function describeUntouched(text: Text, frames: NonNullable<JobReport['frames']>): string {
  const [first] = frames.untouched;
  return first === undefined
    ? text.t('quality.frames_all')
    : text.t('quality.frames_untouched', {
        count: frames.untouched.length,
        from: formatDuration(text, first.fromUs / 1000),
        to: formatDuration(text, first.toUs / 1000),
      });
}

function EngineCard({ report }: { readonly report: JobReport }) {
  const text = useText();
  const { t } = text;
  const { engine, stages, wallMs, signature } = report;
  const sentences = listEngineSentences(text, engine);
  const longestMs = Math.max(1, ...stages.map(({ durationMs }) => durationMs));
  return (
    <Card title={t('engine.title')}>
      <dl className="facts">
        <dt>{t('engine.name')}</dt>
        <dd>{t('engine.value', { name: engine.name, provider: engine.provider })}</dd>
        {engine.models.length === 0 ? null : (
          <>
            <dt>{t('engine.models')}</dt>
            <dd>{engine.models.join(', ')}</dd>
          </>
        )}
        <dt>{t('engine.time')}</dt>
        <dd>{formatDuration(text, wallMs)}</dd>
        {signature === undefined ? null : (
          <>
            <dt>{t('engine.signature')}</dt>
            <dd>{t(`engine.signature.${signature}` satisfies TextKey)}</dd>
          </>
        )}
      </dl>
      {sentences.length === 0 ? null : (
        <p className="muted">
          {sentences.map(({ says, isForeign }, index) => (
            <span key={index} lang={isForeign ? 'en' : undefined}>
              {index === 0 ? says : ` ${says}`}
            </span>
          ))}
        </p>
      )}
      <ul className="stage-times">
        {stages.map(({ name, durationMs }) => (
          <StageTime
            key={name}
            name={formatStage(text, name)}
            fraction={durationMs / longestMs}
            time={formatDuration(text, durationMs)}
          />
        ))}
      </ul>
    </Card>
  );
}

function StageTime(props: {
  readonly name: string;
  readonly fraction: number;
  readonly time: string;
}) {
  const style: CSSProperties & Record<'--progress', string> = {
    '--progress': `${(props.fraction * 100).toFixed(1)}%`,
  };
  return (
    <li className="stage-time" style={style}>
      <span>{props.name}</span>
      <span className="stage-bar" />
      <span className="stage-value">{props.time}</span>
    </li>
  );
}

/** Engines name their stages; those that are known have a text of their own. */
function formatStage({ t }: Text, name: string): string {
  switch (name) {
    case 'reading':
    case 'preparing':
    case 'rendering':
    case 'finishing':
      return t(`job.step.${name}`);
    case 'decode':
    case 'convert':
    case 'track':
    case 'swap':
    case 'listen':
    case 'library':
    case 'layers':
    case 'draw':
    case 'measure':
    case 'encode':
      return t(`engine.stage.${name}`);
    default:
      return name;
  }
}
