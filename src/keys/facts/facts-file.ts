import { z } from 'zod'
import { documentText, longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { limits } from '#values/bounds/limits.ts'
import { type Network, networks } from '#values/networks/networks.ts'
import { creatorKinds, isSealKey, type Seal, type Statement, statement } from '../seal/seal.ts'

/** docs/signing-request.md documents both files. */
const factsFormat = 'coldpress-facts'
const sealsFormat = 'coldpress-seals'

/** A fact that waits for its creator, and what its studio calls it: nothing covers the name. */
export type FactToConfirm = { readonly statement: Statement; readonly name: string | null }

/** What a server wants confirmed. */
export type FactsFile = { readonly network: Network; readonly facts: readonly FactToConfirm[] }

/** What came back: the seals, and the key that made them. */
export type SealsFile = { readonly sealKey: string; readonly seals: readonly Seal[] }

const head = { version: z.literal(1) }

/** A vault that confirms facts of a server seals no order, no wallet and no address for it. */
const fact = z.strictObject({
  statement: statement.refine(
    ({ kind }) => creatorKinds.has(kind),
    'a fact that is not confirmed elsewhere',
  ),
  name: longText.nullable(),
})

const factsFile = z
  .strictObject({
    format: z.literal(factsFormat),
    ...head,
    network: z.enum(networks),
    facts: z.array(fact).min(1).max(limits.listItems),
  })
  .refine(
    ({ network, facts }) => facts.every(({ statement: { network: its } }) => its === network),
    'facts of several networks',
  )

const sealsFile = z.strictObject({
  format: z.literal(sealsFormat),
  ...head,
  seal_key: shortText.refine(isSealKey, 'not 32 bytes of hex'),
  seals: z
    .array(z.strictObject({ text: documentText, signature: shortText }))
    .min(1)
    .max(limits.listItems),
})

const claim = z.looseObject({ format: longText })

/**
 * Reads a file of facts to confirm, or of seals that came back.
 * @throws ColdpressError `invalid`
 */
export const readFactsOrSeals = (text: string): FactsFile | SealsFile => {
  const json = jsonOf(text)
  const { format } = claim.safeParse(json).data ?? {}
  if (format === factsFormat) return checked(factsFile, json)
  if (format === sealsFormat) {
    const { seal_key: sealKey, seals } = checked(sealsFile, json)
    return { sealKey, seals }
  }
  throw invalid(`neither "format": "${factsFormat}" nor "${sealsFormat}".`)
}

const checked = <Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> => {
  const read = shape.safeParse(json)
  if (read.success) return read.data
  throw invalid(`${describeIssues(read.error)}.`)
}

const invalid = (sentence: string): ColdpressError =>
  new ColdpressError('invalid', `facts to confirm: ${sentence}`)

export const factsText = ({ network, facts }: FactsFile): string =>
  textOf({ format: factsFormat, version: 1, network, facts })

export const sealsText = ({ sealKey, seals }: SealsFile): string =>
  textOf({ format: sealsFormat, version: 1, seal_key: sealKey, seals })

const textOf = (file: object): string => `${JSON.stringify(file, undefined, 2)}\n`
