/** Where text and buttons begin and end on the glass, in px. */
import type { Locator } from '@playwright/test';

export interface Edges {
  /** What begins at another place than the container's edge, with the distance. */
  readonly starts: readonly string[];
  /** Buttons that end at another place than the container's edge, with the distance. */
  readonly ends: readonly string[];
  /** How many blocks there are. */
  readonly blocks: number;
}

/**
 * Measures the blocks in each of the `containers` against its sides less `inset`. A block is what takes a whole line: the function goes
 * down through stacks of blocks to the lines. Centred text has no edge. A surface as wide as the container may bleed; its text may not.
 */
export function edgesIn(containers: Locator, inset: number): Promise<Edges> {
  return containers.evaluateAll((roots: (HTMLElement | SVGElement)[], distance: number): Edges => {
    const figures = '.chart__legend, .chart__plot';
    let box = new DOMRect();
    const starts: string[] = [];
    const ends: string[] = [];
    let blocks = 0;

    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.visually-hidden, [hidden]');
    const isPainted = (style: CSSStyleDeclaration): boolean =>
      style.backgroundImage !== 'none' ||
      !/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor) ||
      parseFloat(style.borderLeftWidth) > 0;
    const isBleeding = (element: Element, rect: DOMRect): boolean =>
      rect.left <= box.left + 1.5 && (rect.right >= box.right - 1.5 || element.matches('td, th'));
    interface Mark {
      readonly rect: DOMRect;
      readonly isBox: boolean;
      readonly isCentred: boolean;
    }
    const isOut = (rect: DOMRect): boolean => rect.width === 0 || rect.height === 0;

    /** A picture in the middle has no edge, a box only if it is small. */
    const markOf = (element: Element, rect: DOMRect): Mark => {
      const isBox = !element.matches('svg, img, canvas');
      const isCentred = getComputedStyle(element.parentElement ?? element).textAlign === 'center';
      return { rect, isBox, isCentred: isCentred && !(isBox && rect.width > box.width * 0.6) };
    };

    /** Boxes, pictures and lines of text, outermost first: what is inside of a painted box does not count. */
    const marksOf = (element: Element): Mark[] => {
      if (!isSeen(element)) return [];
      const style = getComputedStyle(element);
      const rect = element.getBoundingClientRect();
      // A tab is as wide as its underline.
      const replaced = element.matches(`svg, img, canvas, input, textarea, select, [role="tab"], ${figures}`);
      if (!isOut(rect) && (replaced || (isPainted(style) && !isBleeding(element, rect))))
        return element.matches('input') && style.opacity === '0' ? [] : [markOf(element, rect)];
      return [...element.childNodes].flatMap((node) => {
        if (node instanceof Element) return marksOf(node);
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return [];
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()]
          .filter((line) => !isOut(line))
          .map((line) => ({ rect: line, isBox: false, isCentred: style.textAlign === 'center' }));
      });
    };

    const nameOf = (element: Element): string =>
      `${element.getAttribute('class') || element.tagName} “${(element.textContent ?? '').trim().slice(0, 16)}”`;
    const note = (list: string[], element: Element, by: number): void => {
      if (Math.abs(by) > 0.5) list.push(`${by > 0 ? '+' : ''}${Math.round(by * 10) / 10} ${nameOf(element)}`);
    };

    const measure = (element: Element): void => {
      const marks = marksOf(element);
      if (marks.length === 0) return;
      blocks += 1;
      const left = Math.min(...marks.map((mark) => mark.rect.left));
      const right = Math.max(...marks.map((mark) => mark.rect.right));
      const isCentred = Math.abs(left - box.left - (box.right - right)) < 2 && getComputedStyle(element).textAlign === 'center';
      const isWide = marks.some(({ rect, isBox }) => isBox && rect.width > box.width * 0.6);
      if ((isCentred && !isWide) || marks.every((mark) => mark.isCentred)) return;
      // Buttons at the end of a row stand on the other edge.
      if (element.matches('.row-actions')) return note(ends, element, box.right - distance - right);
      note(starts, element, left - box.left - distance);
      const buttons = [...element.querySelectorAll('.button'), ...(element.matches('.button') ? [element] : [])].filter(isSeen);
      const last = Math.max(...buttons.map((button) => button.getBoundingClientRect().right), 0);
      const widths = buttons.reduce((sum, button) => sum + button.getBoundingClientRect().width, 0);
      // Buttons that share a line fill it; a small one in a line of text does not.
      if (buttons.length > 0 && widths > box.width * 0.6) note(ends, element, box.right - distance - last);
    };

    // A rail of groups reaches the side, as a bar does.
    const passed = 'script, style, dialog, .skeleton, .calendar__grid, .play-rail';
    const visit = (element: Element): void => {
      if (!isSeen(element) || element.matches(passed)) return;
      const style = getComputedStyle(element);
      const rect = element.getBoundingClientRect();
      const painted = isPainted(style) && !isBleeding(element, rect);
      const stack =
        /^(block|flow-root|list-item)$/.test(style.display) ||
        style.display === 'contents' ||
        (style.display === 'flex' && style.flexDirection.startsWith('column')) ||
        (style.display === 'grid' && !style.gridTemplateColumns.trim().includes(' '));
      const children = [...element.children].filter((child) => isSeen(child) && getComputedStyle(child).position !== 'absolute');
      const ownText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const onlyInline = children.every((child) => /^(inline|inline-)/.test(getComputedStyle(child).display));
      if (
        !stack ||
        painted ||
        ownText ||
        (children.length > 0 && onlyInline && style.display.startsWith('block')) ||
        children.length === 0 ||
        element.matches('button, a, svg')
      )
        measure(element);
      else children.forEach(visit);
    };
    for (const root of roots) {
      box = root.getBoundingClientRect();
      [...root.children].forEach(visit);
    }
    return { starts, ends, blocks };
  }, inset);
}
