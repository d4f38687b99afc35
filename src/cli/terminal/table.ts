/**
 * What a command answers, as data: a paragraph (a string; each line break in it begins another), a
 * table, details, text that another program reads, or several of these under each other. `layout.ts` makes lines of it for the place
 * where it is shown.
 */
export type Text = string | TextTable | TextDetails | Verbatim | readonly Text[]

/** JSON, a script or a file's text: its lines stay as they are. */
export type Verbatim = { readonly kind: 'verbatim'; readonly text: string }

export type TextTable = {
  readonly kind: 'table'
  readonly columns: readonly Pick<Column<never>, 'heading' | 'isNumber' | 'canBeCut'>[]
  /** Of each row the cells, as many as there are columns. */
  readonly rows: readonly (readonly string[])[]
}

export type TextDetails = {
  readonly kind: 'details'
  readonly pairs: readonly (readonly [name: string, values: readonly string[]])[]
}

type Cell<Item> = (item: Item) => string

type Column<Item> = {
  readonly heading: string
  readonly cell: Cell<Item>
  readonly isNumber: boolean
  /** Where the terminal is narrow, its cells lose their middle: no command takes what they hold. */
  readonly canBeCut: boolean
}

type ColumnKind<Item> = Pick<Column<Item>, 'cell'> & Partial<Column<Item>>

/** A column of numbers or amounts, aligned at the right. */
export const numberColumn = <Item>(cell: Cell<Item>): ColumnKind<Item> => ({ cell, isNumber: true })

/** A column whose cells may lose their middle. Never for addresses, ids and names that commands take. */
export const cutColumn = <Item>(cell: Cell<Item>): ColumnKind<Item> => ({ cell, canBeCut: true })

/** Each column's heading, and its cell of an item. */
type Columns<Item> = Readonly<Record<string, Cell<Item> | ColumnKind<Item>>>

/**
 * A row for each item under aligned headings; what a person reads when `--json` is not given. Every
 * cell is shown on one line. Of no items it says `empty`.
 */
export const table = <Item>(
  items: readonly Item[],
  columns: Columns<Item>,
  empty?: string,
): Text => {
  if (items.length === 0 && empty !== undefined) return empty
  const all = Object.entries(columns).map(([heading, column]) => ({
    heading,
    isNumber: false,
    canBeCut: false,
    ...(typeof column === 'function' ? { cell: column } : column),
  }))
  return {
    kind: 'table',
    columns: all.map(({ heading, isNumber, canBeCut }) => ({ heading, isNumber, canBeCut })),
    rows: items.map((item) => all.map(({ cell }) => cell(item))),
  }
}

/** A value on one line, or several under each other. */
type Detail = readonly [name: string, value: string | readonly string[] | undefined]

/** Details under each other: `name  value`. A line break in a value is shown as `\n`. */
export const detailTable = (pairs: readonly Detail[]): TextDetails => ({
  kind: 'details',
  pairs: pairs.flatMap(([name, value]) => {
    const values = [value ?? []].flat()
    return values.length === 0 ? [] : [[name, values] as const]
  }),
})

export const verbatim = (text: string): Verbatim => ({ kind: 'verbatim', text })

/** Texts with an empty line between them. */
export const sections = (...texts: readonly Text[]): readonly Text[] =>
  texts.flatMap((text, at) => (at === 0 ? [text] : ['', text]))
