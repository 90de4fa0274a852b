/**
 * The process that holds the camera devices: takes frames of live workers, shows them to other programs, and the card
 * wherever nothing better is there. It ends with the app, and the devices with it.
 */
import { AppError } from '../../base/errors.ts';
import { cameraMethods } from '../../contract/devices.ts';
import { checkQuestions } from '../../contract/peer-methods.ts';
import { serveParent } from '../../engine/threads/serve-parent.ts';
import { drawCardFrame } from './card-frame.ts';
import { drawColourBars } from './colour-bars.ts';
import { FrameServer } from './link/frame-server.ts';
import { describeSink, type OpenedSink, openSinks } from './open-sinks.ts';
import { CameraOutput } from './output/camera-output.ts';
import { PageOutlet } from './page/page-outlet.ts';
import { StreamOutlet } from './y4m/stream-outlet.ts';

interface Cameras {
  readonly output: CameraOutput;
  readonly server: FrameServer;
  readonly sinks: readonly OpenedSink[];
  readonly stream: StreamOutlet;
  readonly page: PageOutlet;
}

let cameras: Cameras | null = null;
/** Latest setting: a card that takes longer to render must not replace it. */
let newestCard: string | null = null;

function required(): Cameras {
  if (cameras === null) {
    throw new AppError('not_found', 'No camera was opened.');
  }
  return cameras;
}

serveParent(
  checkQuestions(cameraMethods, {
    open: async ({ format, name, cardPath }) => {
      const [sinks, card] = await Promise.all([
        name === null ? [] : openSinks(format, name),
        drawCardFrame(format, cardPath),
      ]);
      const stream = new StreamOutlet(format);
      const page = new PageOutlet(format);
      const output = new CameraOutput({
        format,
        card,
        testPicture: drawColourBars(format),
        sinks: [...sinks.flatMap(({ sink }) => sink ?? []), stream, page],
      });
      const server = await FrameServer.open(output);
      cameras = { output, server, sinks, stream, page };
      return { link: server.address };
    },
    change: ({ isPublished, isCovered, mayPass, delayMs }) => {
      const { output } = required();
      if (isPublished !== undefined) {
        output.publish(isPublished);
      }
      if (isCovered !== undefined) {
        output.cover(isCovered);
      }
      if (mayPass !== undefined) {
        output.allowPassthrough(mayPass);
      }
      if (delayMs !== undefined) {
        output.setDelay(delayMs);
      }
      return null;
    },
    setCard: async ({ cardPath }) => {
      const { output } = required();
      newestCard = cardPath;
      const card = await drawCardFrame(output.format, cardPath);
      if (newestCard === cardPath) {
        output.setCard(card);
      }
      return null;
    },
    test: () => {
      required().output.test();
      return null;
    },
    status: () => {
      const { output, server, sinks: opened, stream, page } = required();
      const sinks = opened.map(describeSink);
      const inUse = sinks.filter(({ state }) => state === 'in_use').length;
      const readers = inUse + stream.readerCount + page.readerCount;
      return { output: { ...output.status, coding: server.coding, readers }, sinks };
    },
    nextCard: async ({ isCard }) => ({ isCard: await required().output.nextCard(isCard) }),
    openStream: async ({ coding, port }) => {
      const { stream } = required();
      return { port: await stream.open(coding, port), readers: stream.readerCount };
    },
    openPage: async ({ port, path }) => {
      await required().page.open(port, path);
      return null;
    },
    closePage: async () => {
      await required().page.close();
      return null;
    },
    closeStream: async () => {
      await required().stream.close();
      return null;
    },
    readFields: async () => {
      const grid = await required().stream.nextFields();
      return grid === null ? null : [...grid];
    },
  }),
  // A cover must not wait for the call that listens to the output.
  { isConcurrent: true },
);
