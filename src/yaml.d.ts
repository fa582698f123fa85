/** A YAML file imported as what it says; the bundler and the test runner both load it so (rolldown.config.ts). */
declare module "*.yaml" {
  const data: unknown;
  export default data;
}
