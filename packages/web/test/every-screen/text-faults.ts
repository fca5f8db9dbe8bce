import type { Page } from 'playwright-core';

/**
 * Texts of the pseudo-language on a page that are cut, covered, outside the window or outside of their control, one line each. Names
 * that users gave may be cut; a text may leave the view of a list that scrolls up and down.
 */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOurs = (text: string): boolean => /[[\]~]|[áƀçđéƒĝĥíĵķĺɱñóþʠŕšŧúṽŵẋýž]/i.test(text);
    const faults = new Set<string>();
    const tell = (fault: string, element: Element, text: string): void =>
      void faults.add(
        `${fault}: “${text.trim().slice(0, 60)}” in ${element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 140)}`,
      );
    // A heading with a direction of its own is the name of a folder.
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('[inert], [aria-hidden=true], script, style, option, h1[dir=auto]') !== null;
    const pane = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
      const left = box.left + element.clientLeft;
      const top = box.top + element.clientTop;
      return {
        cutsX: overflowX !== 'visible' && !scrolls(overflowX),
        cutsY: overflowY !== 'visible' && !scrolls(overflowY),
        scrollsX: scrolls(overflowX) && element.scrollWidth > element.clientWidth,
        scrollsY: scrolls(overflowY) && element.scrollHeight > element.clientHeight,
        left,
        top,
        right: left + element.clientWidth,
        bottom: top + element.clientHeight,
        // Only screen readers read it.
        isTiny: box.width <= 1 || box.height <= 1,
      };
    };
    const covers = (x: number, y: number, owner: Element): Element | undefined => {
      const top = document.elementFromPoint(x, y);
      // A link without a background may lie over all that it opens.
      for (let element = top; element !== null && !element.contains(owner); element = element.parentElement)
        if (!owner.contains(element) && !/^rgba\(.*, 0\)$/.test(getComputedStyle(element).backgroundColor))
          return element;
      return undefined;
    };

    const check = (node: Text, owner: Element): void => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
      const [first] = rects;
      if (first === undefined) return;
      // A line of facts begins with those that count most, and may be cut, as may one of a limited number of lines.
      const line = owner.closest('p') ?? owner;
      const isLimited = getComputedStyle(line).webkitLineClamp !== 'none';
      if (isLimited || (node.data.includes(' · ') && getComputedStyle(owner).textOverflow === 'ellipsis')) return;
      // Shown when it has the focus.
      if (getComputedStyle(owner).position === 'fixed' && (first.right < 0 || first.left > innerWidth)) return;
      const left = Math.min(...rects.map((rect) => rect.left));
      const right = Math.max(...rects.map((rect) => rect.right));
      const top = Math.min(...rects.map((rect) => rect.top));
      const bottom = Math.max(...rects.map((rect) => rect.bottom));
      let isInView = bottom > 0 && top < innerHeight;
      let scrollsX = false;
      let scrollsY = false;
      for (
        let element: Element | null = owner;
        element !== null && element !== document.body;
        element = element.parentElement
      ) {
        const box = pane(element);
        if (box.isTiny) return;
        // Lines are somewhat higher than their letters.
        if (!scrollsX && box.cutsX && (left < box.left - 1.5 || right > box.right + 1.5))
          return tell('cut', owner, node.data);
        if (!scrollsY && box.cutsY && (top < box.top - 4 || bottom > box.bottom + 4))
          return tell('cut in height', owner, node.data);
        scrollsX ||= box.scrollsX;
        scrollsY ||= box.scrollsY;
        if (
          (box.scrollsX || box.scrollsY) &&
          (bottom > box.bottom || top < box.top || left < box.left || right > box.right)
        )
          isInView = false;
      }
      if (!isInView) return;
      if (left < -1 || right > innerWidth + 1) return tell('outside the window', owner, node.data);
      const control = owner
        .closest('button, a, label, [role^=menuitem], [role=option], [role=tab]')
        ?.getBoundingClientRect();
      if (
        control !== undefined &&
        getComputedStyle(owner).display !== 'inline' &&
        (left < control.left - 1.5 || right > control.right + 1.5)
      )
        return tell('outside its control', owner, node.data);
      for (const x of [first.left + 2, (first.left + first.right) / 2, first.right - 2]) {
        const cover = covers(x, (first.top + first.bottom) / 2, owner);
        if (cover !== undefined) return tell(`covered by ${cover.outerHTML.slice(0, 80)}`, owner, node.data);
      }
    };

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const modal = [...document.querySelectorAll('[data-modal], [role=menu], [role=listbox]')].at(-1);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const owner = node.parentElement;
      if (owner === null || !(node instanceof Text) || !isOurs(node.data) || isHidden(owner)) continue;
      // Elements below a dialog or a menu are checked without it.
      if (modal === undefined || modal.contains(owner)) check(node, owner);
    }

    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      const text =
        field instanceof HTMLSelectElement
          ? (field.selectedOptions[0]?.text ?? '')
          : field.value === ''
            ? field.placeholder
            : '';
      if (canvas === null || !isOurs(text) || isHidden(field) || pane(field).isTiny) continue;
      const style = getComputedStyle(field);
      canvas.font = style.font;
      const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const isCut = canvas.measureText(text).width > room + 1.5;
      if (isCut && style.textOverflow !== 'ellipsis') tell('cut', field, text);
    }
    const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return wider > 0 ? [...faults, `wider than the window by ${wider} px`] : [...faults];
  });
}
