/** The ground: shadows fall on it, and lines that fade with the distance give it depth. One call to the graphics card. */
import { type Color, Mesh, PlaneGeometry, Quaternion, ShadowMaterial, Vector3 } from 'three';

/** How far it reaches, in radii of what it lies under. */
const REACH = 4;
/** How dark a shadow is, and how strong a line. */
const SHADE = 0.3;
const LINE = 0.34;

const OUT = new Vector3(0, 0, 1);

export class Ground {
  readonly mesh: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly uniforms: Readonly<Record<'cell' | 'reach' | 'lines', { value: number }>> & { readonly lineColour: { value: Color } };

  constructor(colour: Color) {
    this.uniforms = { cell: { value: 1 }, reach: { value: 1 }, lines: { value: LINE }, lineColour: { value: colour } };
    const material = new ShadowMaterial({ color: 0x1a2330, opacity: SHADE, depthWrite: false });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('void main() {', 'varying vec2 onGround;\nvoid main() {\n  onGround = position.xy;')
        .replace('#include <fog_vertex>', '');
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', `${DECLARED}\nvoid main() {`)
        .replace(/gl_FragColor = [^;]*;/, DRAWN);
    };
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material);
    this.mesh.receiveShadow = true;
    this.mesh.raycast = () => {};
    // below all that is transparent too
    this.mesh.renderOrder = -1;
  }

  get isLined(): boolean {
    return this.uniforms.lines.value > 0;
  }

  set isLined(lined: boolean) {
    this.uniforms.lines.value = lined ? LINE : 0;
  }

  paint(colour: Color): void {
    this.uniforms.lineColour.value = colour;
  }

  /** Around a point of it, with lines so far from each other, under something of that radius. */
  lay(at: Vector3, up: Vector3, cell: number, radius: number): void {
    this.mesh.position.copy(at);
    this.mesh.quaternion.copy(new Quaternion().setFromUnitVectors(OUT, up));
    const reach = REACH * radius;
    this.uniforms.cell.value = cell;
    this.uniforms.reach.value = reach;
    this.mesh.geometry.dispose();
    this.mesh.geometry = new PlaneGeometry(2 * reach, 2 * reach);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

const DECLARED = 'varying vec2 onGround;\nuniform float cell;\nuniform float reach;\nuniform float lines;\nuniform vec3 lineColour;';
const DRAWN = `
  vec2 grid = onGround / cell;
  vec2 wide = fwidth(grid);
  vec2 off = abs(fract(grid - 0.5) - 0.5) / max(wide, vec2(1e-6));
  float line = (1.0 - min(min(off.x, off.y), 1.0)) * lines * (1.0 - smoothstep(0.15, 0.6, max(wide.x, wide.y)));
  float fade = 1.0 - smoothstep(0.25, 1.0, length(onGround) / reach);
  float dark = opacity * (1.0 - getShadowMask());
  float cover = dark + line * (1.0 - dark);
  gl_FragColor = vec4(cover > 0.0 ? mix(lineColour, color, dark / cover) : color, cover * fade);`;
