/** A YAML file imported as its text; the bundler and the test runner both load it so (rolldown.config.ts). */
declare module "*.yaml" {
  const text: string;
  export default text;
}
