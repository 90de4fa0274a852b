/**
 * A page that shows only the output: for OBS's browser source and for a borderless window. It decodes H.264 of its
 * WebSocket with WebCodecs, reconnects after a restart of the app, and is black without frames.
 */
export const outputPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Guise output</title>
<style>
  html, body { margin: 0; height: 100%; background: #000; overflow: hidden; }
  canvas { display: block; width: 100vw; height: 100vh; object-fit: contain; }
  p { position: absolute; inset: 0; margin: auto; height: 2em; color: #fff; font: 1rem sans-serif; text-align: center; }
</style>
<canvas id="output"></canvas>
<p id="note" hidden>This browser cannot decode H.264.</p>
<script>
  const canvas = document.getElementById('output');
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true });
  let decoder = null;
  function begin() {
    decoder?.state === 'configured' && decoder.close();
    decoder = new VideoDecoder({
      output(frame) {
        if (canvas.width !== frame.displayWidth || canvas.height !== frame.displayHeight) {
          canvas.width = frame.displayWidth;
          canvas.height = frame.displayHeight;
        }
        context.drawImage(frame, 0, 0);
        frame.close();
      },
      error() { socket.close(); },
    });
    decoder.configure({ codec: 'avc1.640028', optimizeForLatency: true });
  }
  function clear() {
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  let socket = null;
  let count = 0;
  function connect() {
    socket = new WebSocket(location.href.replace(/^http/, 'ws') + 'frames');
    socket.binaryType = 'arraybuffer';
    socket.onopen = begin;
    socket.onmessage = ({ data }) => {
      const type = new Uint8Array(data, 0, 1)[0] === 1 ? 'key' : 'delta';
      decoder.decode(new EncodedVideoChunk({ type, timestamp: count++, data: new Uint8Array(data, 1) }));
    };
    socket.onclose = () => { clear(); setTimeout(connect, 1000); };
  }
  if (typeof VideoDecoder === 'undefined') {
    document.getElementById('note').hidden = false;
  } else {
    connect();
  }
</script>
</html>
`;
