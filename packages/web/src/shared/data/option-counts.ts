// How many rows each option of a filter leaves in the list. Pure.

/** The values of a row in each counted field; a row may have several, and counts once for each. */
export type CountedValues<Row, Field extends string> = Readonly<
  Record<Field, (row: Row) => readonly (string | null)[]>
>;
export type OptionCounts<Field extends string> = Readonly<Record<Field, ReadonlyMap<string, number>>>;

/** The options of a field are counted among the rows that match all other fields of the filter. */
export function countOptions<Row, Filter extends object, Field extends string & keyof Filter>(
  rows: readonly Row[],
  filter: Filter,
  matches: (filter: Filter, row: Row) => boolean,
  values: CountedValues<Row, Field>,
): OptionCounts<Field> {
  const matching = rows.filter((row) => matches(filter, row));
  // The keys of an object with these keys.
  const fields = Object.keys(values) as Field[];
  const counts = fields.map((field) => {
    const isSet = filter[field] !== undefined;
    const others = isSet ? rows.filter((row) => matches({ ...filter, [field]: undefined }, row)) : matching;
    const found = new Map<string, number>();
    for (const row of others) {
      for (const value of new Set(values[field](row))) {
        if (value !== null) found.set(value, (found.get(value) ?? 0) + 1);
      }
    }
    return [field, found] as const;
  });
  // One entry for each field.
  return Object.fromEntries(counts) as unknown as OptionCounts<Field>;
}
