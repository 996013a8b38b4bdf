// A knot flies through a gap as far as it gets: React holds what is asked, the library answers, three draws. Any bundler will do.
import { Canvas, useFrame } from '@react-three/fiber';
import { poseAt, rigidMotion, Scene } from 'inbetween';
import { ContactMarks, contactTriangles, meshOf } from 'inbetween/three';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BoxGeometry, Mesh, TorusKnotGeometry } from 'three';

const knot = new TorusKnotGeometry(0.5, 0.14, 128, 16);
const wall = new BoxGeometry(0.1, 1.4, 2.4);
const sides = [-1.25, 1.25];
const scene = new Scene({
  bodies: [{ name: 'knot', shape: meshOf(new Mesh(knot)) }],
  obstacles: sides.map((y, k) => ({ name: ['near', 'far'][k], shape: meshOf(new Mesh(wall)), pose: { position: [0, y, 0] } })),
});

/** The answer to where it should go: computed when a slider moves, not when something is drawn. */
function useFirstContact(aside, turn) {
  return useMemo(() => {
    const goal = { position: [2, aside, 0], quaternion: [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)] };
    const motions = { knot: rigidMotion({ position: [-2, 0, 0] }, goal) };
    return { motions, hit: scene.firstContact(motions) };
  }, [aside, turn]);
}

function Flying({ motions, hit }) {
  const mesh = useRef(null);
  const marks = useMemo(() => new ContactMarks({ size: 0.03 }), []);
  useEffect(() => marks.update(hit.contacts, contactTriangles(scene, motions, hit.time)), [marks, motions, hit]);
  useEffect(() => () => marks.dispose(), [marks]);
  useFrame(({ clock }) => {
    const { position, quaternion } = poseAt(motions.knot, Math.min(hit.time, (clock.elapsedTime % 4) / 2.5));
    mesh.current.position.fromArray(position);
    mesh.current.quaternion.fromArray(quaternion);
  });
  return (
    <>
      <mesh ref={mesh} name="knot" geometry={knot}>
        <meshStandardMaterial color={hit.status === 'free' ? '#2e8b57' : '#1f5fa8'} />
      </mesh>
      <primitive object={marks} />
    </>
  );
}

function Slider({ name, value, change, most }) {
  return (
    <label>
      {name} <input type="range" id={name} min={-most} max={most} step="0.01" value={value} onChange={({ target }) => change(Number(target.value))} />
    </label>
  );
}

function Example() {
  const [aside, setAside] = useState(0.4);
  const [turn, setTurn] = useState(1.2);
  const { motions, hit } = useFirstContact(aside, turn);
  const said = hit.status === 'free' ? 'free, proven' : `${hit.status} at t = ${hit.time.toFixed(6)}, with ${hit.pair?.[1].body}`;
  return (
    <>
      <Canvas camera={{ position: [1.6, -5.4, 3.6], up: [0, 0, 1], fov: 40 }} onCreated={(state) => (window.state = state)}>
        <color attach="background" args={['#f3f4f6']} />
        <ambientLight intensity={1.3} />
        <directionalLight position={[1, -2, 4]} intensity={2.4} />
        {sides.map((y) => (
          <mesh key={y} geometry={wall} position={[0, y, 0]}>
            <meshStandardMaterial color="#c9a16b" transparent opacity={0.75} />
          </mesh>
        ))}
        <Flying motions={motions} hit={hit} />
      </Canvas>
      <div className="panel">
        <output id="told" className={hit.status}>{said}</output>
        <Slider name="aside" value={aside} change={setAside} most={1} />
        <Slider name="turn" value={turn} change={setTurn} most={3} />
      </div>
    </>
  );
}

createRoot(document.getElementById('root')).render(<Example />);
