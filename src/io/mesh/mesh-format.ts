/** The mesh formats that are read, by their extensions; 'dae' is COLLADA. */
export type MeshFormat = 'obj' | 'stl' | 'ply' | 'off' | 'dae' | 'glb' | 'gltf';

/** In the order in which messages list them. */
export const MESH_FORMATS: readonly MeshFormat[] = ['obj', 'stl', 'ply', 'off', 'dae', 'glb', 'gltf'];

/** Whether a file is called as a mesh is that `readMesh` reads: by its extension, in any case. */
export function isMeshFile(path: string): boolean {
  return MESH_FORMATS.includes(/\.([a-z0-9]+)$/i.exec(path)?.[1].toLowerCase() as MeshFormat);
}
