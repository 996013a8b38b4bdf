// COLLADA files put together from parts; every part stands on lines of its own, so that faults have lines.

export interface ColladaParts {
  readonly asset?: string;
  readonly vertices?: string;
  readonly positions?: string;
  readonly accessor?: string;
  readonly primitives?: string;
  readonly libraries?: string;
  readonly nodes?: string;
  readonly scene?: string;
}

/** A quad in the plane z = 0. */
export const QUAD = '0 0 0 2 0 0 2 1 0 0 1 0';
export const QUAD_TRIANGLES = `<triangles count="2"><input semantic="VERTEX" source="#quad-v" offset="0"/>
<p>0 1 2 0 2 3</p></triangles>`;
export const INSTANCE = '<instance_geometry url="#quad"/>';

/** The lines are: 3 asset, 7 numbers, 8 accessor, 11 vertices, 12 primitives. */
export function colladaText(parts: ColladaParts = {}): string {
  const positions = parts.positions ?? QUAD;
  const count = positions.trim().split(/\s+/).length;
  const params = '<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>';
  return `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>${parts.asset ?? '<unit name="meter" meter="1"/><up_axis>Z_UP</up_axis>'}</asset>
<library_geometries><geometry id="quad"><mesh>
<source id="quad-p">

<float_array id="quad-a" count="${count}">${positions}</float_array>
<technique_common>${parts.accessor ?? `<accessor source="#quad-a" count="${count / 3}" stride="3">${params}</accessor>`}</technique_common>
</source>

${parts.vertices ?? '<vertices id="quad-v"><input semantic="POSITION" source="#quad-p"/></vertices>'}
${parts.primitives ?? QUAD_TRIANGLES}
</mesh></geometry></library_geometries>
${parts.libraries ?? ''}
<library_visual_scenes><visual_scene id="s">${parts.nodes ?? `<node>${INSTANCE}</node>`}</visual_scene></library_visual_scenes>
${parts.scene ?? '<scene><instance_visual_scene url="#s"/></scene>'}
</COLLADA>
`;
}
