// Names of storeys that tell them apart: several buildings in one file often have a "Level 1" each.

const MAX_LENGTH = 200;

type Named = { readonly name: string };

/** Storeys of different buildings with the same name are named with their building. `buildingOf`: its name, or empty. */
export function namedApart<S extends Named>(storeys: readonly S[], buildingOf: (storey: S) => string): S[] {
  const groups = Map.groupBy(storeys, ({ name }) => name);
  return storeys.map((storey) => {
    const same = groups.get(storey.name) ?? [];
    if (same.length < 2 || new Set(same.map(buildingOf)).size < 2) return storey;
    const name = [buildingOf(storey), storey.name].filter(Boolean).join(', ');
    return { ...storey, name: name.slice(0, MAX_LENGTH).toWellFormed() };
  });
}
