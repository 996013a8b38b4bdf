/** A file as Vite gives it: its text. */
declare module '*?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives it
  export default text;
}

/** A style sheet as Vite gives it: its text. */
declare module '*?inline' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite gives it
  export default text;
}
