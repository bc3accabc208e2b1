/** Files that are part of the program and imported as text; who reads one checks it. */
declare module "*.yaml" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}
/** A script for browsers. Our own modules are TypeScript. */
declare module "*.js" {
  const text: string;
  export default text;
}
