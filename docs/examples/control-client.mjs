// Covers the output of Guise, or uncovers it: `node control-client.mjs cover` and `node control-client.mjs uncover`.
// `watch` prints every change of the state. Needs Node 22 or newer and nothing else.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const keyFile = process.env.GUISE_KEY_FILE ?? join(homedir(), '.guise-example-key');
const port = process.env.GUISE_CONTROL_PORT ?? '4473';
const [wish = 'watch'] = process.argv.slice(2);

const socket = new WebSocket(`ws://127.0.0.1:${port}`);
const waiting = new Map();
let count = 0;

/** Sends a request; resolves with its result, rejects with its error. */
function request(method, params = {}) {
  const id = String((count += 1));
  socket.send(JSON.stringify({ id, method, params }));
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

socket.addEventListener('message', ({ data }) => {
  const message = JSON.parse(data);
  if (message.event === 'state_changed') {
    process.stdout.write(`${JSON.stringify(message.state)}\n`);
    return;
  }
  const waiter = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.ok) {
    waiter?.resolve(message.result);
  } else {
    waiter?.reject(new Error(`${message.error.code}: ${message.error.message}`));
  }
});
socket.addEventListener('error', () => {
  process.stderr.write(
    `Guise does not listen on port ${port}. Turn it on in Settings → Control.\n`,
  );
  process.exitCode = 1;
});

socket.addEventListener('open', () => void work());

async function work() {
  try {
    // Without a key Guise asks its user, once; the key it then gives is kept.
    const key = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined;
    const access = await request('connect', { version: 1, name: 'Example', key });
    if (access.key !== undefined) {
      writeFileSync(keyFile, access.key, { mode: 0o600 });
      chmodSync(keyFile, 0o600);
    }
    if (wish === 'watch') {
      process.stdout.write(`${JSON.stringify(await request('subscribe'))}\n`);
      return;
    }
    await request('set_cover', { is_on: wish === 'cover' });
    socket.close();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    socket.close();
  }
}
