import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import { neutralGrade } from '../instructions/live-settings.ts';
import { createColourGrade } from './colour-grade.ts';
import { createPeople } from './scene-matte.ts';
import { createScene, markHead } from './scene.ts';

const size = { width: 96, height: 64 };

describe('a scene', () => {
  it('lays a colour behind people and leaves them', () => {
    const frame = somebody();
    createScene().replaceGround(frame, createScenePeople(), {
      kind: 'colour',
      rgb: [255, 255, 255],
    });
    expect(frame.y[0]).toBe(235);
    expect(frame.u[0]).toBe(128);
    expect(frame.y[32 * 96 + 48]).toBe(200);
  });

  it('blurs the ground without taking people into it', () => {
    const frame = somebody();
    createScene().replaceGround(frame, createScenePeople(), { kind: 'blur', amount: 1 });
    expect(frame.y[32 * 96 + 48]).toBe(200);
    for (const at of [0, 32 * 96 + 27, 63 * 96 + 95]) {
      expect(Math.abs(frame.y[at]! - 60)).toBeLessThanOrEqual(1);
    }
  });

  it('removes a person without a trace', () => {
    const frame = somebody();
    const people = createScenePeople();
    createScene().erase(frame, people, {
      erased: people.dilated.slice(),
      background: { kind: 'keep' },
    });
    for (const luma of frame.y) {
      expect(Math.abs(luma - 60)).toBeLessThanOrEqual(1);
    }
  });

  it('leaves no cloud in place of a person who filled the middle of the frame', () => {
    const frame = createI420Frame(192, 160);
    frame.y.fill(200);
    const people = createPeople(frame);
    for (let row = 12; row < 160; row += 1) {
      frame.y.fill(20, row * 192 + 16, row * 192 + 176);
      people.person.fill(255, (row >> 1) * 96 + 8, (row >> 1) * 96 + 88);
    }
    people.dilated.set(people.person);
    createScene().erase(frame, people, {
      erased: people.dilated.slice(),
      background: { kind: 'keep' },
    });
    for (const luma of frame.y) {
      expect(Math.abs(luma - 200)).toBeLessThanOrEqual(1);
    }
  });

  it('does not fail in a frame full of people', () => {
    const frame = somebody();
    const people = createPeople(size);
    people.person.fill(255);
    people.dilated.fill(255);
    createScene().erase(frame, people, {
      erased: people.dilated.slice(),
      background: { kind: 'keep' },
    });
    expect(new Set(frame.y).size).toBe(1);
  });
});

describe('a marked head', () => {
  const area = { centreX: 48, centreY: 32, radiusX: 20, radiusY: 24, rotation: 0 };

  it('keeps the face for any matte, and the rest by the matte', () => {
    const { dilated } = createPeople(size);
    const plane = new Uint8Array(dilated.length);
    const frame = createI420Frame(size.width, size.height);
    markHead(plane, frame, { area, dilated });
    expect(plane[16 * 48 + 24]).toBe(255);
    expect(plane[6 * 48 + 24]).toBe(0);
    markHead(plane, frame, { area, dilated: dilated.fill(255) });
    expect(plane[6 * 48 + 24]).toBe(255);
    expect(plane[0]).toBe(0);
  });

  it('holds high hair where the head alone is replaced, and no hand beside the jaw', () => {
    const dilated = new Uint8Array(48 * 32).fill(255);
    const frame = createI420Frame(size.width, size.height);
    const low = { ...area, centreY: 40, radiusY: 20 };
    const head = new Uint8Array(dilated.length);
    markHead(head, frame, { area: low, dilated, neck: { from: 10, half: 8 } });
    expect(head[7 * 48 + 24]).toBe(255);
    expect(head[22 * 48 + 37]).toBe(0);
    const other = new Uint8Array(dilated.length);
    markHead(other, frame, { area: low, dilated });
    expect(other[7 * 48 + 24]).toBe(0);
  });

  it('ends at the neck when that is to stay', () => {
    const dilated = new Uint8Array(48 * 32).fill(255);
    const plane = new Uint8Array(48 * 32);
    const frame = createI420Frame(size.width, size.height);
    markHead(plane, frame, { area, dilated, neck: { from: 8, half: 8 } });
    expect(plane[16 * 48 + 24]).toBe(255);
    expect(plane[24 * 48 + 24]).toBe(0);
  });
});

describe('a look', () => {
  it('that leaves everything is none', () => {
    expect(createColourGrade(neutralGrade)).toBeNull();
  });

  it('of black and white has no colour and keeps luma', () => {
    const frame = somebody();
    createColourGrade({ ...neutralGrade, colourfulness: -1 })?.paint(frame);
    expect(new Set(frame.u)).toEqual(new Set([128]));
    expect(new Set(frame.v)).toEqual(new Set([128]));
    expect(new Set(frame.y)).toEqual(new Set([60, 200]));
  });

  it('brightens and darkens without moving black and white', () => {
    for (const brightness of [0.65, -0.65]) {
      const frame = createI420Frame(4, 2);
      frame.y.set([16, 120, 235, 16, 120, 235, 16, 120]);
      createColourGrade({ ...neutralGrade, brightness })?.paint(frame);
      expect(frame.y[0]).toBe(16);
      expect(frame.y[2]).toBe(235);
      expect(Math.sign(frame.y[1]! - 120)).toBe(Math.sign(brightness));
    }
  });

  it('of warmth moves blue and red apart', () => {
    const frame = somebody();
    createColourGrade({ ...neutralGrade, warmth: 1 })?.paint(frame);
    expect(frame.u[0]).toBeLessThan(128);
    expect(frame.v[0]).toBeGreaterThan(128);
  });
});

/** Creates a frame of a bright person in the middle of a dark background. */
function somebody(): I420Frame {
  const frame = createI420Frame(size.width, size.height);
  frame.y.fill(60);
  for (let row = 16; row < 48; row += 1) {
    frame.y.fill(200, row * 96 + 32, row * 96 + 64);
  }
  return frame;
}

function createScenePeople(): ReturnType<typeof createPeople> {
  const people = createPeople(size);
  for (let row = 0; row < 32; row += 1) {
    for (let column = 0; column < 48; column += 1) {
      const isPerson = row >= 8 && row < 24 && column >= 16 && column < 32;
      const isNear = row >= 6 && row < 26 && column >= 14 && column < 34;
      people.person[row * 48 + column] = isPerson ? 255 : 0;
      people.dilated[row * 48 + column] = isNear ? 255 : 0;
    }
  }
  return people;
}
