/** Equal items become one with their number, in the order of the first of each. */
export const countEqual = <Item>(
  items: readonly Item[],
): readonly { readonly key: string; readonly item: Item; readonly times: number }[] =>
  [...Map.groupBy(items, (item) => JSON.stringify(item))].flatMap(([key, equal]) =>
    equal.slice(0, 1).map((item) => ({ key, item, times: equal.length })),
  )
