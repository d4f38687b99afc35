import type { z } from 'zod'

/** A function that another process carries out: the schemas of its input and its output. */
export type ProcessOperation = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** The caller gives up after this time. Default: two minutes. */
  readonly timeoutMs?: number
}

/** Functions by name: the table from which both sides of a link follow. */
export type ProcessOperations<O> = Readonly<Record<keyof O, ProcessOperation>>

/**
 * The functions of a table: those that a client calls, and those that the other side carries out. The
 * caller keeps the secrets and bytes that it passes, and owns those of the answer. Whoever carries a
 * call out copies the secrets that it keeps beyond its end, and gives away those that it answers.
 */
export type ProcessClientOf<O extends ProcessOperations<O>> = {
  readonly [N in keyof O]: (input: z.output<O[N]['input']>) => Promise<z.output<O[N]['output']>>
}

/** Makes each function of a table from the way in which any of them is called. */
export const clientOf = <O extends ProcessOperations<O>>(
  operations: O,
  call: <N extends keyof O & string>(
    name: N,
    input: z.output<O[N]['input']>,
  ) => Promise<z.output<O[N]['output']>>,
): ProcessClientOf<O> => {
  const functions: Record<string, (input: never) => unknown> = {}
  for (const name in operations) functions[name] = (input) => call(name, input)
  // Each function has the name of its operation, which the type of a record does not express.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return functions as ProcessClientOf<O>
}
