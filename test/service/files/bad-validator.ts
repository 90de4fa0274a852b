import { readFileSync } from 'node:fs';
import { invariant } from '../../../src/base/errors.ts';
import type { PeerCall, PeerReply } from '../../../src/base/peer/messages.ts';
import type { ValidationRequest } from '../../../src/service/files/validate/verdict.ts';
import { openParentChannel } from '../../../src/service/sandbox/parent-channel.ts';

/* A validating process that misbehaves as its file demands. */
const { send } = openParentChannel<PeerReply, PeerCall & { question: ValidationRequest }>(
  (asked) => {
    const { call, question } = asked;
    invariant(call !== null, 'the host waits for a verdict');
    const how = readFileSync(question.path, 'utf8');
    if (how === 'hang') {
      for (;;) {
        // The process no longer answers.
      }
    }
    if (how === 'killed') {
      process.kill(process.pid, 'SIGKILL');
    }
    if (how === 'crash') {
      process.kill(process.pid, 'SIGSEGV');
    }
    if (how === 'exit') {
      process.exit(0);
    }
    if (how === 'nonsense') {
      send({ type: 'answer', call, method: 'validate', answer: 'fine' });
    }
    if (how === 'another') {
      const error = { code: 'input_too_large', message: 'x' } as const;
      send({ type: 'refused', call: call + 1, error });
    }
    if (how === 'memory') {
      const kept: Buffer[] = [];
      for (;;) {
        kept.push(Buffer.alloc(16_777_216, 1));
      }
    }
    if (how === 'environment') {
      const names = Object.keys(process.env).filter((name) => name.includes('SECRET'));
      const message = names.length === 0 ? 'clean' : names.join();
      send({ type: 'refused', call, error: { code: 'unsupported_format', message } });
    }
    if (how === 'good') {
      const answer = { kind: 'audio', format: 'wav', facts: {}, trimToBytes: null };
      send({ type: 'answer', call, method: 'validate', answer });
    }
  },
);
