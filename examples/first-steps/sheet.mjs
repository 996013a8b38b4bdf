// A flat square sheet about the origin, count × count squares of two triangles: the workpiece of the tool examples.
import { TriangleMesh } from 'inbetween';

export function sheet(count, size) {
  const at = (i) => (i / count - 0.5) * size;
  const rows = Array.from({ length: count + 1 }, (_, i) => i);
  const positions = rows.flatMap((y) => rows.flatMap((x) => [at(x), at(y), 0]));
  const indices = rows.slice(1).flatMap((y) =>
    rows.slice(1).flatMap((x) => {
      const corner = (y - 1) * (count + 1) + x - 1;
      const above = corner + count + 1;
      return [corner, corner + 1, above, above, corner + 1, above + 1];
    }),
  );
  return new TriangleMesh(positions, indices, { name: 'sheet' });
}
