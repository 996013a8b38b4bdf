// What both pictures need: as many pixels as the screen has, and the colours of the page.

/** Calls back now and whenever the size changes, with the canvas as fine as the screen. */
export function fitted(canvas, draw) {
  new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    canvas.width = Math.round(clientWidth * devicePixelRatio);
    canvas.height = Math.round(clientHeight * devicePixelRatio);
    draw();
  }).observe(canvas);
}

export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
