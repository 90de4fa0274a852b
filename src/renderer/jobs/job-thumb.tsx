import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { Icon } from '../../ui/icon.tsx';
import { toIcon } from './form/forms.ts';
import './jobs.css';

/** Thumbnail of a job: its result, else the symbol of its feature. */
export function JobThumb({ job }: { readonly job: Pick<LocalJob, 'thumbnailUrl' | 'feature'> }) {
  return (
    <span className="job-thumb">
      {job.thumbnailUrl === null ? (
        <Icon of={toIcon(job.feature)} />
      ) : (
        <img className="job-thumb-picture" src={job.thumbnailUrl} alt="" draggable={false} />
      )}
    </span>
  );
}
