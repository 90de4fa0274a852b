import type { Page } from '@playwright/test';

/**
 * Text of the page that is not fully readable: clipped by an element, or overflowing its control. Scrollable text, and
 * text repeated in a `title`, is allowed.
 */
export async function findCutText(page: Page, where: string): Promise<readonly string[]> {
  const cut = await page.evaluate(() => {
    /** Rounding of browsers, in pixels. */
    const slack = 1.5;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      const words = (node.textContent ?? '').trim();
      if (
        words === '' ||
        parent === null ||
        !parent.checkVisibility({ visibilityProperty: true })
      ) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      for (let at: Element | null = parent; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        // Text only for screen readers is one pixel large.
        if (at.hasAttribute('title') || frame.width <= 1 || style.position === 'fixed') {
          break;
        }
        const isScrolled = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
        const isControl = at.matches('button, [role="tab"], [role="radio"], [role="option"]');
        const hides = (overflow: string): boolean => /hidden|clip/.test(overflow) || isControl;
        const isWide = box.right - frame.right > slack || frame.left - box.left > slack;
        const isHigh = box.bottom - frame.bottom > slack || frame.top - box.top > slack;
        if ((isWide && hides(style.overflowX)) || (isHigh && hides(style.overflowY))) {
          found.push(`${at.className || at.tagName}: ${words}`);
          break;
        }
        if (isScrolled) {
          break;
        }
      }
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const field of document.querySelectorAll('input')) {
      const style = getComputedStyle(field);
      if (pen !== null && field.value === '' && field.checkVisibility()) {
        pen.font = style.font;
        const padding =
          Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
        const isCut =
          pen.measureText(field.placeholder).width > field.clientWidth - padding + slack;
        found.push(...(isCut && field.title === '' ? [`placeholder: ${field.placeholder}`] : []));
      }
    }
    return found;
  });
  return cut.map((words) => `${where}: ${words}`);
}
