import type { MediaKind } from '../../../contract/ipc/files.ts';
import type { Text } from '../../i18n/text.ts';
import type { Finding, Proposal, Verdict } from './verdict.ts';

/** Findings that the sentence names; the worst come first, and more would not be read. */
const maxNamed = 2;

/** The sentence that a result begins with. */
export function formatVerdict(text: Text, verdict: Verdict, kind: MediaKind): string {
  const { t, language } = text;
  const { grade, findings } = verdict;
  if (grade === null) {
    return t(kind === 'audio' ? 'verdict.unmeasured_sound' : 'verdict.unmeasured');
  }
  const words =
    grade === 'good'
      ? listStrengths(text, verdict, kind)
      : findings.slice(0, maxNamed).map((finding) => describeFinding(text, finding));
  const joined = new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
  return t(`verdict.${grade}`, { what: joined });
}

/** Remedy of the worst finding; null for a good result. */
export function formatAdvice({ t }: Text, { findings: [worst] }: Verdict): string | null {
  return worst === undefined ? null : t(`verdict.advice.${worst.code}`, { ...worst.values });
}

/** Label of a proposal's button; null for a field without texts. */
export function formatProposal({ t }: Text, proposal: Proposal): string | null {
  switch (proposal.field) {
    case 'max_duration_sec':
      return proposal.kind === 'set' ? t('verdict.try.max_duration_sec', proposal) : null;
    case 'character_key':
    case 'face_key':
    case 'image_key':
    case 'video_key':
    case 'voice_sample_key':
    case 'voice_id':
      return t(`verdict.try.${proposal.field}`);
    default:
      return null;
  }
}

function listStrengths(
  { t }: Text,
  { isSteady, sharpness, lips, isMoved }: Verdict,
  kind: MediaKind,
): readonly string[] {
  if (kind === 'audio') {
    return [t('verdict.alike_voice')];
  }
  if (isMoved) {
    return [t('verdict.moves'), t('verdict.whole')];
  }
  if (lips !== null) {
    return [
      ...(lips.areOfPortrait ? [t('verdict.alike')] : []),
      ...(lips.close ? [t('verdict.lips_close')] : []),
      ...(lips.areInTime ? [t('verdict.lips_in_time')] : []),
    ];
  }
  return [
    t('verdict.alike'),
    ...(isSteady ? [t('verdict.steady')] : []),
    ...(sharpness === null ? [] : [t(`verdict.sharpness.${sharpness}`, { kind })]),
  ];
}

function describeFinding({ t }: Text, { code, grade, values }: Finding): string {
  return t(`verdict.finding.${code}`, { grade, ...values });
}
