import { expect, it } from 'vitest';
import { PortEnd, type PortSink } from './port-end.ts';
import { RemotePorts } from './remote-ports.ts';

/** Two places joined by a wire that delivers at once. */
function createPlaces(): { readonly here: RemotePorts; readonly there: RemotePorts } {
  const here: RemotePorts = new RemotePorts({
    post: (id, message, ports) => there.deliver(id, message, ports),
    close: (id) => there.closeEnd(id),
  });
  const there: RemotePorts = new RemotePorts({
    post: (id, message, ports) => here.deliver(id, message, ports),
    close: (id) => here.closeEnd(id),
  });
  return { here, there };
}

function listen(end: PortEnd): { readonly heard: unknown[]; readonly isClosed: () => boolean } {
  const heard: unknown[] = [];
  let isClosed = false;
  const sink: PortSink = {
    deliver: (message) => heard.push(message),
    close: () => {
      isClosed = true;
    },
  };
  end.setSink(sink);
  return { heard, isClosed: () => isClosed };
}

/** Moves one end over the wire; returns the end that lies there. */
function move(places: ReturnType<typeof createPlaces>, end: PortEnd): PortEnd {
  let moved: PortEnd | undefined;
  places.here.send([end], (ids) => {
    [moved] = places.there.receive(ids);
  });
  return moved!;
}

it('carries messages both ways, also those sent before the move', () => {
  const places = createPlaces();
  const [kept, moving] = PortEnd.createPair();
  kept.post('early', []);
  const far = move(places, moving);
  const there = listen(far);
  const here = listen(kept);
  kept.post('late', []);
  far.post('back', []);
  expect([there.heard, here.heard]).toEqual([['early', 'late'], ['back']]);
});

it('keeps messages until a listener is added', () => {
  const places = createPlaces();
  const [kept, moving] = PortEnd.createPair();
  const far = move(places, moving);
  kept.post(1, []);
  kept.post(2, []);
  expect(listen(far).heard).toEqual([1, 2]);
});

it('tells each end when the other closes, and then drops messages', () => {
  const places = createPlaces();
  const [kept, moving] = PortEnd.createPair();
  const far = move(places, moving);
  const there = listen(far);
  kept.close();
  kept.post('lost', []);
  expect([there.heard, there.isClosed()]).toEqual([[], true]);
});

it('closes what lies in a place that is gone', () => {
  const places = createPlaces();
  const [kept, moving] = PortEnd.createPair();
  move(places, moving);
  const here = listen(kept);
  places.here.closeAll();
  expect(here.isClosed()).toBe(true);
});
