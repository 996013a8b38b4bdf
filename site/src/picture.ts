// The picture of an answer, turned and played: the one of the report pages, in a page of the site.

import type { Camera } from '../../src/report/viewer/program/camera.ts';
import { decodeScene } from '../../src/report/viewer/program/decode-scene.ts';
import { Framing } from '../../src/report/viewer/program/framing.ts';
import { makeRenderer, type Renderer } from '../../src/report/viewer/program/renderer.ts';
import { steer } from '../../src/report/viewer/program/steering.ts';
import type { SceneData } from '../../src/report/viewer/scene-data.ts';

/** What is drawn on a canvas, at a time of its motion. */
export class Picture {
  readonly camera: Camera;
  readonly canvas: HTMLCanvasElement;
  readonly framing: Framing;
  private readonly renderer: Renderer | null;
  private time: number;
  private isAsked = false;

  /** `data` may be written to: what is drawn next follows it. */
  constructor(canvas: HTMLCanvasElement, data: SceneData) {
    const scene = decodeScene(data);
    const aspectOf = () => Math.max(0.2, canvas.clientWidth / Math.max(1, canvas.clientHeight));
    this.canvas = canvas;
    this.framing = new Framing(scene, aspectOf);
    this.time = data.shownTime;
    this.camera = this.framing.viewWhole();
    this.renderer = makeRenderer(canvas, scene, this.framing, { session: null, world: null });
    const onChange = () => this.redraw();
    const onReset = () => {
      Object.assign(this.camera, this.framing.viewWhole());
      this.redraw();
    };
    steer(canvas, { camera: this.camera, reach: this.framing.reach, onChange, onReset });
    new ResizeObserver(onChange).observe(canvas);
    const recolor = () => this.recolor();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolor);
    new MutationObserver(recolor).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.redraw();
  }

  /** Whether there is WebGL. */
  get isDrawn(): boolean {
    return this.renderer !== null;
  }

  show(time: number): void {
    this.time = time;
    this.redraw();
  }

  /** Reads the colours of the page, which the theme changes. */
  recolor(): void {
    this.renderer?.readColors();
    this.redraw();
  }

  redraw(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.renderer?.draw(this.time, this.camera, { ghosts: true, trace: true });
    });
  }
}

/** A slider over the time of a picture and a button that plays it; what is wanted still by the reader's setting is not played by itself. */
export function playback(picture: Picture, segments: number, shownTime: number, until: () => number): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'playback';
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: '▶' });
  button.setAttribute('aria-label', 'play the motion');
  const slider = Object.assign(document.createElement('input'), { type: 'range', min: '0', max: String(segments), step: 'any' });
  slider.value = String(shownTime);
  slider.setAttribute('aria-label', 'time');
  let began: number | null = null;
  const stop = () => {
    began = null;
    button.textContent = '▶';
  };
  const step = (now: number) => {
    if (began === null) return;
    const t = Math.min(until(), ((now - began) / 4000) * segments);
    slider.value = String(t);
    picture.show(t);
    if (t < until()) requestAnimationFrame(step);
    else stop();
  };
  slider.addEventListener('input', () => {
    stop();
    picture.show(Number(slider.value));
  });
  button.addEventListener('click', () => {
    if (began !== null) return stop();
    began = performance.now();
    button.textContent = '❚❚';
    requestAnimationFrame(step);
  });
  bar.append(button, slider);
  return bar;
}
