/** YAML files that are part of the program are imported as text and checked by who reads them. */
declare module "*.yaml" {
  const text: string;
  export default text;
}
