// What every page of three.js has: renderer, camera, light, and controls that look around.
import { AmbientLight, Color, DirectionalLight, Mesh, MeshLambertMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

export const told = document.getElementById('told');

/** A scene that is drawn in every frame, z up, seen from a place. */
export function stage(...from) {
  const scene = new Scene();
  scene.background = new Color('#f3f4f6');
  const sun = new DirectionalLight('white', 2.5);
  sun.position.set(1, -2, 4);
  scene.add(new AmbientLight('white', 1.5), sun);
  const renderer = new WebGLRenderer({ antialias: true });
  const camera = new PerspectiveCamera(40, 1, 0.01, 100);
  camera.up.set(0, 0, 1);
  camera.position.set(...from);
  const orbit = new OrbitControls(camera, renderer.domElement);
  const picture = document.createElement('section');
  picture.setAttribute('aria-label', 'picture');
  picture.append(renderer.domElement);
  document.body.append(picture);
  renderer.setAnimationLoop(() => {
    const { innerWidth: width, innerHeight: height } = window;
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    renderer.setSize(width, height);
    renderer.render(scene, camera);
  });
  return { scene, camera, orbit, canvas: renderer.domElement };
}

export function thing(name, geometry, color, position = [0, 0, 0]) {
  const mesh = new Mesh(geometry, new MeshLambertMaterial({ color }));
  mesh.name = name;
  mesh.position.set(...position);
  return mesh;
}

/** A labelled slider; `moved` is called with its value, also now. */
export function slider(label, min, max, value, moved) {
  const input = Object.assign(document.createElement('input'), { type: 'range', min, max, step: 'any', value, id: label });
  const row = document.createElement('label');
  row.append(label, input);
  document.getElementById('sliders').append(row);
  input.addEventListener('input', () => moved(Number(input.value)));
  return input;
}
