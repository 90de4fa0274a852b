import { clipAsCamera } from './camera-clip.ts';
import { test } from './fixture.ts';
import { openWalkMedia, walkMainPath, type WalkMedia } from './reader-walk.ts';
import { ScreenReader } from './screen-reader.ts';

let media: WalkMedia;
test.beforeAll(async () => {
  media = await openWalkMedia();
});
test.afterAll(() => media.close());

test('a screen reader finds and hears every step from a file to its result, and from the camera to the end', async ({
  launch,
}) => {
  test.setTimeout(240_000);
  const { page } = await launch(clipAsCamera(media.files.camera));
  await walkMainPath(page, () => ScreenReader.open(page), media);
});
