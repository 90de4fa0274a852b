import * as z from 'zod';

/** Smallest and first size of the window, in device-independent pixels. */
export const minSize = { width: 960, height: 600 };
const firstSize = { width: 1280, height: 800 };

/** Part of the window that has to be on a screen, so that it can be grabbed. */
const minVisible = { width: 160, height: 40 };

const length = z.number().int().min(1).max(100_000);
const position = z.number().int().min(-100_000).max(100_000);

/** A rectangle on the desktop in device-independent pixels. */
export const boundsSchema = z.object({ x: position, y: position, width: length, height: length });

/** See {@link boundsSchema}. */
export type Bounds = z.output<typeof boundsSchema>;

/** Last position of the window. */
export const windowStateSchema = z.object({
  bounds: boundsSchema.nullable().default(null),
  isMaximized: z.boolean().default(false),
});

/** See {@link windowStateSchema}. */
export type WindowState = z.output<typeof windowStateSchema>;

/**
 * Bounds for a window that opens now: the remembered ones as far as they still fit the screens that
 * are there, else a first size that fits, without a position.
 *
 * @param workAreas of all screens, without panels and docks; the first is the main one.
 */
export function fitBounds(
  remembered: Bounds | null,
  workAreas: readonly Bounds[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  if (remembered !== null) {
    for (const area of workAreas) {
      const bounds = { ...remembered, ...fitSize(remembered, area) };
      if (isGrabbable(bounds, area)) {
        return bounds;
      }
    }
  }
  return fitSize(firstSize, workAreas[0]);
}

/** The title bar is at the top: its row has to be inside, and enough of its width. */
function isGrabbable(bounds: Bounds, area: Bounds): boolean {
  const visibleWidth =
    Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return (
    visibleWidth >= minVisible.width &&
    bounds.y >= area.y &&
    bounds.y + minVisible.height <= area.y + area.height
  );
}

function fitSize(
  size: { readonly width: number; readonly height: number },
  area: Bounds | undefined,
): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(minSize.width, Math.min(size.width, area?.width ?? size.width)),
    height: Math.max(minSize.height, Math.min(size.height, area?.height ?? size.height)),
  };
}
