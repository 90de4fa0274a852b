import { PencilLine } from 'lucide-react';
import type { LocalJob } from '../../../contract/ipc/jobs.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useApp } from '../../app/app-context.ts';
import { useText } from '../../i18n/use-text.ts';
import { editAsNew } from '../edit-as-new.ts';
import '../jobs.css';
import { judgeResult, type Verdict } from './verdict.ts';
import { formatAdvice, formatProposal, formatVerdict } from './verdict-words.ts';

const tones = { good: 'good', visible: 'info', unconvincing: 'warning' } as const;

/** Quality of a result in a sentence, and otherwise a suggestion to improve the next one. */
export function VerdictNote(props: {
  readonly job: LocalJob;
  readonly result: NonNullable<LocalJob['result']>;
}) {
  const { job, result } = props;
  const text = useText();
  const verdict = judgeResult(job);
  const { grade } = verdict;
  return (
    <section className="verdict" aria-label={text.t('verdict.title')}>
      <Note
        tone={grade === null ? 'info' : tones[grade]}
        title={formatVerdict(text, verdict, result.kind)}
        action={<ProposalButtons job={job} verdict={verdict} />}
      >
        {formatAdvice(text, verdict) ?? undefined}
      </Note>
    </section>
  );
}

/** Button for each proposal: opens the form with the values of this job except the proposed change. */
function ProposalButtons(props: { readonly job: LocalJob; readonly verdict: Verdict }) {
  const { job, verdict } = props;
  const app = useApp();
  const text = useText();
  const named = verdict.proposals.flatMap((proposal) => {
    const label = formatProposal(text, proposal);
    return label === null ? [] : [{ proposal, label }];
  });
  return named.length === 0 ? null : (
    <span className="verdict-actions">
      {named.map(({ proposal, label }) => (
        <Button
          key={proposal.field}
          icon={PencilLine}
          onPress={() => void app.attempt(() => editAsNew(app, job.id, proposal))}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}
