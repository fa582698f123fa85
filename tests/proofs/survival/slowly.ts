/** A world in which work takes long. */
import type { Model } from "#ports/model.ts";
import type { World } from "../simulator/world.ts";

/** Each answer of a model takes so many milliseconds more; `roles`: of these alone, for a worker is given minutes. */
export function slowly(ms: number, roles = /^/): (world: World) => World {
  return (world) => ({
    ...world,
    born(name, actor) {
      const born = world.born(name, actor);
      const reply: Model["reply"] = async (prompt, signal) => {
        if (roles.test(prompt.system)) await born.process.clock.sleep(ms, signal);
        return born.model.reply(prompt, signal);
      };
      return { ...born, model: { ...born.model, reply } };
    },
  });
}
