import * as z from 'zod';
import { createIntegerInQuery } from '../fields.ts';
import { jsonReceivedAs, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import {
  jobPageSchema,
  jobSchema,
  jobStatusSchema,
  receivedJobPageSchema,
  receivedJobSchema,
} from '../resources/job.ts';

const jobParams = z.strictObject({
  job_id: z.string().max(128).meta({ description: 'Id of a job of the caller.' }),
});

/** Reply of everything that shows one job. */
export const jobResult = jsonReceivedAs(jobSchema, receivedJobSchema);

const exampleId = '0197a3c1-0a41-7e85-8c61-5f80bd74e913';

/** Parameters of examples that name a job. */
export const exampleJobParams = { job_id: exampleId };

/** Shows one job. */
export const readJob = operation({
  method: 'GET',
  path: '/jobs/{job_id}',
  access: 'jobs:read',
  tag: 'Jobs',
  summary: 'Read a job',
  description: 'Poll until `status` is `succeeded`, `failed` or `canceled`.',
  params: jobParams,
  result: jobResult,
  errors: ['not_found'],
  example: {
    params: exampleJobParams,
    reply: {
      id: exampleId,
      status: 'succeeded',
      output_url: 'https://host/files/outputs/0197a3c1.mp4?expires=1790000000&signature=41ab',
      credits_charged: 0.42,
      error: null,
      notes: [],
    },
  },
});

/** Lists jobs. */
export const listJobs = operation({
  method: 'GET',
  path: '/jobs',
  access: 'jobs:read',
  tag: 'Jobs',
  summary: 'List jobs',
  description: 'Newest first.',
  query: z.strictObject({
    status: jobStatusSchema.meta({ description: 'Only jobs in this status.' }).optional(),
    limit: createIntegerInQuery(limits.jobsPage, 'Jobs on the page.'),
    offset: createIntegerInQuery(
      limits.jobsOffset,
      'Jobs to skip. To go further back, or to read all, use `before`.',
    ),
    before: z
      .string()
      .max(128)
      .meta({
        description:
          'Only jobs older than this one: the id of the last job of the page before. Pages then stay ' +
          'whole while jobs come and go.',
      })
      .optional(),
  }),
  result: jsonReceivedAs(jobPageSchema, receivedJobPageSchema),
  errors: [],
  example: {
    query: { status: 'succeeded', limit: '1' },
    reply: {
      jobs: [
        {
          id: exampleId,
          status: 'succeeded',
          feature: 'avatar',
          endpoint: 'avatar',
          created_at: '2026-01-31T09:30:00.000Z',
          credits_charged: 0.42,
        },
      ],
      limit: 1,
      offset: 0,
      has_more: true,
    },
  },
});

/** Stops a job and gives its hold back. */
export const cancelJob = operation({
  method: 'POST',
  path: '/jobs/{job_id}/cancel',
  access: 'jobs:write',
  tag: 'Jobs',
  summary: 'Cancel a job',
  description:
    'The hold is refunded at once and the render slot freed. A job that succeeded or failed gives ' +
    '400 `invalid_input`; a canceled one is returned unchanged.',
  params: jobParams,
  result: jobResult,
  errors: ['not_found'],
  example: {
    params: exampleJobParams,
    reply: {
      id: exampleId,
      status: 'canceled',
      output_url: null,
      credits_charged: 0,
      error: null,
      notes: [],
    },
  },
});

/** Removes a job and what belongs to it. */
export const deleteJob = operation({
  method: 'DELETE',
  path: '/jobs/{job_id}',
  access: 'jobs:write',
  tag: 'Jobs',
  summary: 'Delete a job',
  description:
    'Removes the request, the result, previews, and uploads that no other job names; signed links to ' +
    'them end. A job that is not over is canceled first, a live session is ended first. Usage and the ' +
    'ledger keep the amounts, without content. A second call gets 404.',
  params: jobParams,
  result: { kind: 'none' },
  errors: ['not_found'],
  example: { params: exampleJobParams },
});
