// The cell from above: the arm goes along an edge and back, up to where it is blocked; the crate can be dragged.
import { barsAt, OBSTACLES, REACH } from './cell.mjs';
import { colour, fitted } from './drawing.mjs';

/** Milliseconds from one end of an edge to the other, and how long the arm waits there. */
const WAY = 1100;
const WAIT = 350;

export class CellView {
  from = [0.5, 0.9, -0.4];
  to = this.from;
  until = 1;
  point = null;
  begun = 0;
  isStill = matchMedia('(prefers-reduced-motion: reduce)');
  grip = null;
  onCrate = () => {};

  constructor(canvas, crate) {
    this.context = canvas.getContext('2d');
    this.crate = crate;
    fitted(canvas, () => this.draw());
    canvas.addEventListener('pointerdown', (event) => this.grab(event));
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    for (const ended of ['pointerup', 'pointercancel'])
      canvas.addEventListener(ended, () => {
        if (this.grip !== null) this.onCrate(true);
        this.grip = null;
      });
    const frame = (now) => {
      if (!this.isStill.matches) this.draw(now);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** Along an edge, up to a time; `point`: what is touched there. */
  go(from, to, until, point) {
    Object.assign(this, { from, to, until, point, begun: performance.now() });
    this.draw();
  }

  draw(now = performance.now()) {
    const { context, from, to, until } = this;
    const { width } = context.canvas;
    const scale = width / (2 * REACH);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, context.canvas.height);
    context.setTransform(scale, 0, 0, -scale, width / 2, width / 2); // metres, y upward
    this.drawFloor();
    for (const one of OBSTACLES) this.drawObstacle(one.name === 'crate' ? this.crate : one);
    const at = (t) => from.map((x, k) => x + t * (to[k] - x));
    context.globalAlpha = 0.16;
    for (const t of [0, 1]) this.drawArm(at(t));
    context.globalAlpha = 1;
    const round = (now - this.begun) % (2 * (WAY + WAIT));
    const there = Math.min(1, round / WAY);
    const back = Math.min(1, Math.max(0, (round - WAY - WAIT) / WAY));
    const smooth = (x) => x * x * (3 - 2 * x);
    const t = this.isStill.matches ? until : until * (smooth(there) - smooth(back));
    this.drawArm(at(t));
    if (this.point !== null && t > until - 1e-9) this.drawMark(this.point);
  }

  drawFloor() {
    const { context } = this;
    context.strokeStyle = colour('line');
    context.lineWidth = 0.008;
    context.beginPath();
    for (let i = -8; i <= 8; i++) {
      context.moveTo(i / 4, -REACH);
      context.lineTo(i / 4, REACH);
      context.moveTo(-REACH, i / 4);
      context.lineTo(REACH, i / 4);
    }
    context.stroke();
    context.fillStyle = colour('line');
    this.disc([0, 0], 0.17);
  }

  drawObstacle({ name, place, size, radius, angle }) {
    const { context } = this;
    context.fillStyle = colour(name === 'crate' ? 'crate' : 'thing');
    if (size === undefined) return this.disc(place, radius);
    context.save();
    context.translate(...place);
    context.rotate(angle);
    context.fillRect(-size[0] / 2, -size[1] / 2, ...size);
    if (name === 'crate') {
      context.strokeStyle = colour('panel');
      context.lineWidth = 0.015;
      context.strokeRect(-size[0] / 2 + 0.04, -size[1] / 2 + 0.04, size[0] - 0.08, size[1] - 0.08);
    }
    context.restore();
  }

  drawArm(configuration) {
    const { context } = this;
    const bars = barsAt(configuration);
    context.lineCap = 'round';
    context.strokeStyle = colour('arm');
    for (const { from, to, radius } of bars) {
      context.lineWidth = 2 * radius;
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...to);
      context.stroke();
    }
    context.fillStyle = colour('joint');
    const joints = bars.filter(({ joint }, i) => bars.findIndex((one) => one.joint === joint) === i);
    for (const { from, radius } of joints) this.disc(from, 0.45 * radius);
  }

  drawMark([x, y]) {
    const { context } = this;
    context.strokeStyle = colour('mark');
    context.lineWidth = 0.025;
    context.beginPath();
    context.arc(x, y, 0.09, 0, 2 * Math.PI);
    context.stroke();
    context.fillStyle = colour('mark');
    this.disc([x, y], 0.03);
  }

  disc([x, y], radius) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fill();
  }

  grab(event) {
    const [x, y] = this.metres(event);
    const { place, size, angle } = this.crate;
    const [dx, dy] = [x - place[0], y - place[1]];
    const along = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
    const across = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle));
    if (along > size[0] / 2 + 0.05 || across > size[1] / 2 + 0.05) return;
    this.grip = [dx, dy];
    event.target.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const [x, y] = this.metres(event);
    const { place } = this.crate;
    event.target.style.cursor = this.grip !== null ? 'grabbing' : Math.hypot(x - place[0], y - place[1]) < 0.25 ? 'grab' : 'default';
    if (this.grip === null) return;
    const within = (v) => Math.min(REACH - 0.2, Math.max(0.2 - REACH, v));
    this.crate.place = [within(x - this.grip[0]), within(y - this.grip[1])];
    this.draw();
    this.onCrate(false);
  }

  metres({ offsetX, offsetY, target }) {
    return [(2 * offsetX / target.clientWidth - 1) * REACH, (1 - 2 * offsetY / target.clientHeight) * REACH];
  }
}
