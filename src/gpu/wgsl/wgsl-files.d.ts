// How Vite and the build give a program: its text, as the default that such imports have.
declare module '*.wgsl?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: not ours to choose
  export default text;
}
