import { readFileSync } from 'node:fs';
import { openParentChannel } from '../../../src/service/sandbox/parent-channel.ts';

/* A judging process that misbehaves the way its file says. */
const { send } = openParentChannel<object, { id: number; path: string }>((request) => {
  const how = readFileSync(request.path, 'utf8');
  if (how === 'hang') {
    for (;;) {
      // Nothing answers any more.
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
    send({ id: request.id, ok: true, verdict: 'fine' });
  }
  if (how === 'another') {
    send({ id: request.id + 1, ok: false, code: 'input_too_large', message: 'x' });
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
    send({ id: request.id, ok: false, code: 'unsupported_format', message });
  }
  if (how === 'good') {
    const verdict = { kind: 'audio', format: 'wav', facts: {}, keepBytes: null };
    send({ id: request.id, ok: true, verdict });
  }
});
