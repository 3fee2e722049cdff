// What is measured inside the page; both functions run there, so each is whole in
// itself. They return sentences about what is wrong.

// Words that leave the page or their picture, and words that lie on each other.
export function clutter() {
  const faults = [];
  const words = [];
  const say = (element) => element.textContent.trim().slice(0, 40);

  // The lines of an element's own text, as far as a scrolling box shows them.
  function lines(element) {
    const box = element.closest(".scroll")?.getBoundingClientRect();
    const rects = [];
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === "")
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      rects.push(...range.getClientRects());
    }
    return rects.filter((r) => r.width > 0 && r.height > 0 &&
      (!box || (r.right <= box.right && r.left >= box.left)));
  }

  for (const element of document.body.querySelectorAll("*")) {
    if (["title", "desc", "STYLE"].includes(element.tagName) ||
        !element.checkVisibility())
      continue;
    const picture = element.closest("figure svg")?.getBoundingClientRect();
    for (const rect of lines(element)) {
      if (rect.left < -0.5 || rect.right > innerWidth + 0.5)
        faults.push(`leaves the page: ${say(element)}`);
      if (picture && (rect.left < picture.left - 1 ||
          rect.right > picture.right + 1 || rect.top < picture.top - 1 ||
          rect.bottom > picture.bottom + 1))
        faults.push(`leaves its picture: ${say(element)}`);
      words.push({ element, rect });
    }
  }
  words.sort((a, b) => a.rect.top - b.rect.top);
  for (let i = 0; i < words.length; i++) {
    const a = words[i];
    for (let j = i + 1; j < words.length; j++) {
      const b = words[j];
      if (b.rect.top > a.rect.bottom - 3)
        break;
      if (a.element !== b.element && a.rect.left < b.rect.right - 2 &&
          b.rect.left < a.rect.right - 2)
        faults.push(`"${say(a.element)}" lies on "${say(b.element)}"`);
    }
  }
  return faults;
}

// Words in pictures against what is behind them, which axe does not look at.
export function contrast() {
  const faults = [];

  function luminance(colour) {
    const [r, g, b] = colour.match(/[\d.]+/g).map((part) => {
      const c = Number(part) / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  for (const text of document.querySelectorAll("figure svg text")) {
    const rect = text.previousElementSibling;
    const cell = text.parentElement.tagName === "g" && rect?.tagName === "rect"
      ? getComputedStyle(rect).fill : "none";
    const behind = cell !== "none" ? cell
      : getComputedStyle(text.closest(".card")).backgroundColor;
    const [light, dark] = [luminance(getComputedStyle(text).fill),
                           luminance(behind)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5)
      faults.push(`contrast ${ratio.toFixed(1)}: ${text.textContent}`);
  }
  return faults;
}
