import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { closeCodes } from '../../src/contract/api/sockets.ts';

/** A service whose voice changer ends every session at its first audio, because its time is used up. */
export async function openShortVoicePeer(): Promise<{
  readonly baseUrl: string;
  readonly sessions: () => number;
  close(): Promise<void>;
}> {
  let sessions = 0;
  const server = createServer((_request, response) => {
    sessions += 1;
    const { port } = server.address() as AddressInfo;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        session_id: `session-${sessions}`,
        status: 'ready',
        stream_url: `ws://127.0.0.1:${port}/stream`,
        model: 'peer',
        session_token: 'st_peer',
        max_duration_sec: 60,
        cost_usd: 0.6,
      }),
    );
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.once('message', () => {
      socket.send(JSON.stringify({ sample_rate: 16_000, chunk_frames: 2400 }));
      socket.once('message', () => {
        const error = { code: 'insufficient_credits', message: 'The time is used up.' };
        socket.send(JSON.stringify({ type: 'error', error }));
        socket.close(closeCodes.time_used_up);
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    sessions: () => sessions,
    close: async () => {
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
